// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fio_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/nearest.h"
#include "core/units.h"

namespace ringside::config {
namespace {

enum class Kind { flag, count, whole, percent, size, size_or_percent, sizes, duration, engine, pattern, word };

struct Option {
  std::string_view name;
  Kind kind;
};

// Canonical names only, so that one option has one spelling in cells and arms.
constexpr auto k_options = std::to_array<Option>({
    // what is done
    {"rw", Kind::pattern},
    {"bs", Kind::size},
    {"bsrange", Kind::sizes},
    {"bssplit", Kind::sizes},
    {"ba", Kind::size},
    {"size", Kind::size_or_percent},
    {"io_size", Kind::size_or_percent},
    {"offset", Kind::size_or_percent},
    {"offset_increment", Kind::size_or_percent},
    {"number_ios", Kind::count},
    {"rwmixread", Kind::percent},
    {"rwmixwrite", Kind::percent},
    {"rw_sequencer", Kind::word},
    {"percentage_random", Kind::percent},
    {"random_distribution", Kind::word},
    {"random_generator", Kind::word},
    {"randrepeat", Kind::flag},
    {"allrandrepeat", Kind::flag},
    {"randseed", Kind::whole},
    {"fsync", Kind::whole},
    {"fdatasync", Kind::whole},
    {"end_fsync", Kind::flag},
    {"file_service_type", Kind::word},
    {"buffer_compress_percentage", Kind::percent},
    {"dedupe_percentage", Kind::percent},
    {"refill_buffers", Kind::flag},
    {"scramble_buffers", Kind::flag},
    {"zero_buffers", Kind::flag},
    // how
    {"ioengine", Kind::engine},
    {"iodepth", Kind::count},
    {"iodepth_batch_submit", Kind::count},
    {"iodepth_batch_complete_min", Kind::whole},
    {"iodepth_batch_complete_max", Kind::whole},
    {"iodepth_low", Kind::whole},
    {"io_submit_mode", Kind::word},
    {"serialize_overlap", Kind::flag},
    {"hipri", Kind::flag},
    {"hipri_percentage", Kind::percent},
    {"fixedbufs", Kind::flag},
    {"registerfiles", Kind::flag},
    {"nonvectored", Kind::flag},
    {"force_async", Kind::whole},
    {"sqthread_poll", Kind::flag},
    {"sqthread_poll_cpu", Kind::whole},
    {"userspace_reap", Kind::flag},
    {"uncached", Kind::flag},
    {"nowait", Kind::flag},
    {"cmdprio_percentage", Kind::percent},
    {"cmdprio_class", Kind::whole},
    {"cmdprio", Kind::whole},
    {"sync", Kind::word},
    {"mem", Kind::word},
    {"hugepage-size", Kind::size},
    // who
    {"numjobs", Kind::count},
    {"thread", Kind::flag},
    {"cpus_allowed", Kind::word},
    {"cpus_allowed_policy", Kind::word},
    {"nice", Kind::word},
    {"prio", Kind::whole},
    {"prioclass", Kind::whole},
    // how long and how fast
    {"runtime", Kind::duration},
    {"ramp_time", Kind::duration},
    {"rate", Kind::word},
    {"rate_iops", Kind::word},
    {"rate_process", Kind::word},
    {"thinktime", Kind::word},
    {"thinktime_spin", Kind::word},
    {"thinktime_blocks", Kind::count},
    {"thinktime_blocks_type", Kind::word},
    {"clocksource", Kind::word},
    {"gtod_cpu", Kind::whole},
    {"clat_percentiles", Kind::flag},
    // integrity
    {"verify", Kind::word},
    {"do_verify", Kind::flag},
    {"verify_fatal", Kind::flag},
    {"verify_async", Kind::count},
    {"verify_backlog", Kind::count},
    {"verify_backlog_batch", Kind::count},
    {"verify_interval", Kind::size},
    {"verify_offset", Kind::size},
    {"verify_pattern", Kind::word},
});

struct OtherSpelling {
  std::string_view name;
  std::string_view canonical;
};

constexpr auto k_other_spellings = std::to_array<OtherSpelling>({
    {"readwrite", "rw"},
    {"blocksize", "bs"},
    {"blocksize_range", "bsrange"},
    {"blockalign", "ba"},
    {"filesize", "size"},
    {"io_limit", "io_size"},
    {"fileoffset", "offset"},
    {"iodepth_batch", "iodepth_batch_submit"},
    {"iodepth_batch_complete", "iodepth_batch_complete_min"},
    {"timeout", "runtime"},
    {"iomem", "mem"},
});

struct Refusal {
  std::string_view reason;
  std::span<const std::string_view> names;
};

constexpr auto k_ours = std::to_array<std::string_view>({"filename",
                                                         "filename_format",
                                                         "direct",
                                                         "buffered",
                                                         "time_based",
                                                         "norandommap",
                                                         "lat_percentiles",
                                                         "group_reporting",
                                                         "write_iops_log",
                                                         "log_avg_msec",
                                                         "per_job_logs",
                                                         "name",
                                                         "jobname",
                                                         "description",
                                                         "output",
                                                         "output-format",
                                                         "percentile_list",
                                                         "disk_util",
                                                         "status-interval",
                                                         "eta",
                                                         "stats"});
constexpr auto k_programs = std::to_array<std::string_view>({"exec_prerun", "exec_postrun"});
constexpr auto k_files = std::to_array<std::string_view>({"directory",
                                                          "opendir",
                                                          "write_iolog",
                                                          "read_iolog",
                                                          "read_iolog_chunked",
                                                          "replay_redirect",
                                                          "replay_scale",
                                                          "merge_blktrace_file",
                                                          "write_bw_log",
                                                          "write_lat_log",
                                                          "write_hist_log",
                                                          "log_hist_msec",
                                                          "log_compression",
                                                          "log_max_value",
                                                          "log_offset",
                                                          "log_store_compressed",
                                                          "lockfile",
                                                          "aux-path",
                                                          "verify_dump",
                                                          "verify_state_save",
                                                          "verify_state_load",
                                                          "error_dump",
                                                          "include",
                                                          "profile",
                                                          "unlink",
                                                          "fill_device",
                                                          "create_only",
                                                          "pre_read",
                                                          "buffer_pattern",
                                                          "allow_mounted_write"});
constexpr auto k_remote =
    std::to_array<std::string_view>({"client", "server", "daemonize", "remote-config", "hostname"});
constexpr auto k_guest =
    std::to_array<std::string_view>({"ioscheduler", "cgroup", "cgroup_weight", "cgroup_nodelete", "uid", "gid"});
constexpr auto k_figures = std::to_array<std::string_view>(
    {"gtod_reduce", "disable_lat", "disable_clat", "disable_slat", "disable_bw_measurement", "unified_rw_reporting"});
constexpr auto k_errors = std::to_array<std::string_view>({"continue_on_error", "ignore_error"});
constexpr auto k_endings = std::to_array<std::string_view>(
    {"steadystate", "steadystate_duration", "steadystate_ramp_time", "latency_target", "latency_window",
     "latency_percentile", "latency_run", "stonewall", "exitall", "loops", "startdelay", "wait_for"});

constexpr auto k_refusals = std::to_array<Refusal>({
    {"Ringside sets it itself", k_ours},
    {"it runs programs", k_programs},
    {"it reads or writes other files than the disk under test", k_files},
    {"it belongs to fio's command line, which is Ringside's", k_remote},
    {"it changes the guest behind the record that Ringside keeps of it", k_guest},
    {"without the figures it leaves out there is no measurement", k_figures},
    {"a failed I/O must make the measurement invalid", k_errors},
    {"it ends, delays or reshapes the run by what was measured; use runtime and ramp_time", k_endings},
});

constexpr auto k_engines =
    std::to_array<std::string_view>({"io_uring", "libaio", "posixaio", "psync", "pvsync", "pvsync2", "sync", "vsync"});
constexpr auto k_patterns = std::to_array<std::string_view>(
    {"randread", "randwrite", "randrw", "read", "write", "rw", "readwrite", "trim", "randtrim", "trimwrite"});

struct EngineOptions {
  std::span<const std::string_view> engines;
  std::span<const std::string_view> options;
};

// As `fio --enghelp=ENGINE` lists them.
constexpr auto k_uring = std::to_array<std::string_view>({"io_uring"});
constexpr auto k_uring_options = std::to_array<std::string_view>(
    {"fixedbufs", "force_async", "nonvectored", "registerfiles", "sqthread_poll", "sqthread_poll_cpu"});
constexpr auto k_queued = std::to_array<std::string_view>({"io_uring", "libaio"});
constexpr auto k_queued_options = std::to_array<std::string_view>({"cmdprio", "cmdprio_class", "cmdprio_percentage"});
constexpr auto k_polling = std::to_array<std::string_view>({"io_uring", "pvsync2"});
constexpr auto k_polling_options = std::to_array<std::string_view>({"hipri", "uncached"});
constexpr auto k_pvsync2 = std::to_array<std::string_view>({"pvsync2"});
constexpr auto k_pvsync2_options = std::to_array<std::string_view>({"hipri_percentage"});
constexpr auto k_libaio = std::to_array<std::string_view>({"libaio"});
constexpr auto k_libaio_options = std::to_array<std::string_view>({"userspace_reap"});
constexpr auto k_nowait = std::to_array<std::string_view>({"io_uring", "libaio", "pvsync2"});
constexpr auto k_nowait_options = std::to_array<std::string_view>({"nowait"});

constexpr auto k_engine_options = std::to_array<EngineOptions>({{k_uring, k_uring_options},
                                                                {k_queued, k_queued_options},
                                                                {k_polling, k_polling_options},
                                                                {k_pvsync2, k_pvsync2_options},
                                                                {k_libaio, k_libaio_options},
                                                                {k_nowait, k_nowait_options}});

const Option* find_option(std::string_view name) {
  const auto* found = std::ranges::find(k_options, name, &Option::name);
  return found == k_options.end() ? nullptr : found;
}

Problem must_be(std::string_view name, std::string_view what, const OptionValue& value, std::string hint = {}) {
  return {fmt::format("fio's '{}' must be {}, not '{}'", name, what, to_text(value)), std::move(hint)};
}

bool is_whole(const OptionValue& value, std::int64_t least, std::int64_t most) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number != nullptr && *number >= least && *number <= most;
}

// Written as fio reads it ("4k", "50%"); a list separated by commas is for reads, writes and trims.
bool is_size(std::string_view text, bool percent_allowed) {
  while (true) {
    const std::string_view part = text.substr(0, text.find(','));
    const auto bytes = parse_bytes(part);
    if (!(bytes && bytes->value > 0) && !(percent_allowed && parse_fraction(part))) return false;
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

std::optional<Problem> check_size(std::string_view name, const OptionValue& value, bool percent_allowed) {
  const auto* text = std::get_if<std::string>(&value);
  if (text != nullptr ? is_size(*text, percent_allowed) : is_whole(value, 1, INT64_MAX)) return std::nullopt;
  return must_be(name, "a size", value, "write bytes or a unit: 512, \"4k\", \"1MiB\"");
}

std::optional<Problem> check_duration(std::string_view name, const OptionValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto least = name == "runtime" ? 1 : 0;
  const auto time = text != nullptr ? parse_duration(*text) : fail(ErrorCode::configuration, "");
  if (is_whole(value, least, 1'000'000) || (time && (time->count() > 0 || least == 0))) return std::nullopt;
  return must_be(name, "a duration", value, "write seconds or a unit: 5, \"5s\", \"500ms\", \"2min\"");
}

std::optional<Problem> check_word(std::string_view name, const OptionValue& value,
                                  std::span<const std::string_view> words, std::string_view what) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return must_be(name, what, value);
  // "randrw:8" asks for a sequence of eight.
  const std::string_view word = std::string_view(*text).substr(0, text->find(':'));
  if (std::ranges::find(words, word) != words.end()) return std::nullopt;
  return Problem{fmt::format("fio's '{}' cannot be '{}' here", name, *text), did_you_mean(word, words)};
}

std::optional<Problem> check_number(std::string_view name, const OptionValue& value, Kind kind) {
  switch (kind) {
    case Kind::flag:
      if (std::holds_alternative<bool>(value) || is_whole(value, 0, 1)) return std::nullopt;
      return must_be(name, "0 or 1", value);
    case Kind::count:
      if (is_whole(value, 1, INT64_MAX)) return std::nullopt;
      return must_be(name, "a whole number of at least 1", value);
    case Kind::whole:
      if (is_whole(value, 0, INT64_MAX)) return std::nullopt;
      return must_be(name, "a whole number of at least 0", value);
    default:
      if (is_whole(value, 0, 100)) return std::nullopt;
      return must_be(name, "a whole number from 0 to 100", value);
  }
}

// fio expands $ and backquotes (by running bc), and takes # and ; for comments.
std::optional<Problem> check_characters(std::string_view name, const OptionValue& value) {
  static constexpr std::string_view k_fine = "_.,:/%+*()=@- ";
  const std::string text = to_text(value);
  const auto fine = [](unsigned char c) {
    return std::isalnum(c) != 0 || k_fine.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, fine)) return std::nullopt;
  return Problem{
      fmt::format("the value of fio's '{}' is empty or holds a character that fio would not take as it is", name),
      fmt::format("letters, digits, spaces and any of {}", k_fine)};
}

}  // namespace

std::optional<Problem> problem_with_fio_name(std::string_view name) {
  if (find_option(name) != nullptr) return std::nullopt;
  const auto* other = std::ranges::find(k_other_spellings, name, &OtherSpelling::name);
  if (other != k_other_spellings.end()) {
    return Problem{fmt::format("fio's '{}' is written '{}' here", name, other->canonical),
                   "one spelling for each option, so that cells of different campaigns pair"};
  }
  for (const Refusal& refusal : k_refusals) {
    if (std::ranges::find(refusal.names, name) == refusal.names.end()) continue;
    return Problem{fmt::format("fio's option '{}' is refused: {}", name, refusal.reason), {}};
  }
  std::vector<std::string_view> names;
  for (const Option& option : k_options) names.push_back(option.name);
  return Problem{fmt::format("'{}' is no fio option that a campaign may set", name), did_you_mean(name, names)};
}

std::optional<Problem> problem_with_fio_value(std::string_view name, const OptionValue& value) {
  const Option* option = find_option(name);
  if (option == nullptr) return problem_with_fio_name(name);
  if (auto problem = check_characters(name, value)) return problem;
  switch (option->kind) {
    case Kind::size:
      return check_size(name, value, false);
    case Kind::size_or_percent:
      return check_size(name, value, true);
    case Kind::sizes:
      // By fio's default "4Ki" is 4000 bytes, and inside a split Ringside does not put that right.
      if (to_text(value).find('i') == std::string::npos) return std::nullopt;
      return must_be(name, "sizes with k, m or g", value);
    case Kind::duration:
      return check_duration(name, value);
    case Kind::engine:
      return check_word(name, value, k_engines, "an engine for a block device");
    case Kind::pattern:
      return check_word(name, value, k_patterns, "a pattern such as \"randread\"");
    case Kind::word:
      // A path in a value ("mmaphuge:/file") is a file that the campaign has no business with.
      if (to_text(value).find('/') == std::string::npos) return std::nullopt;
      return must_be(name, "a value without a path", value);
    default:
      return check_number(name, value, option->kind);
  }
}

std::span<const std::string_view> engines_with(std::string_view option) {
  for (const EngineOptions& group : k_engine_options) {
    if (std::ranges::find(group.options, option) != group.options.end()) return group.engines;
  }
  return {};
}

}  // namespace ringside::config
