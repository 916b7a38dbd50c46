// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace ringside::fio {
namespace {

// The drift rule wants 20 samples; some get lost where a guest stalls.
constexpr int k_log_samples = 32;

constexpr std::array<std::string_view, 2> k_times{"runtime", "ramp_time"};
constexpr std::array<std::string_view, 5> k_sizes{"bs", "size", "io_size", "offset", "offset_increment"};

const OptionValue* find(const OptionMap& options, std::string_view name) {
  const auto found = options.find(name);
  return found == options.end() ? nullptr : &found->second;
}

std::optional<Nanoseconds> time_of(const OptionMap& options, std::string_view name) {
  const OptionValue* value = find(options, name);
  if (value == nullptr) return std::nullopt;
  const auto time = parse_time(*value);
  return time ? std::optional(*time) : std::nullopt;
}

// In the largest unit that fio reads alike in every version and that loses nothing.
std::string time_text(Nanoseconds time) {
  if (time % std::chrono::seconds{1} == Nanoseconds{0}) return fmt::format("{}s", time / std::chrono::seconds{1});
  if (time % Milliseconds{1} == Nanoseconds{0}) return fmt::format("{}ms", time / Milliseconds{1});
  return fmt::format("{}us", time / std::chrono::microseconds{1});
}

// Plain bytes: by fio's default "KiB" is 1000 bytes and "k" 1024, the other way round than everywhere else.
std::string size_text(const std::string& value) {
  std::string out;
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t comma = std::min(value.find(',', at), value.size());
    const std::string part = value.substr(at, comma - at);
    const auto bytes = parse_bytes(part);
    if (!out.empty()) out += ',';
    out += bytes ? fmt::to_string(bytes->value) : part;
    at = comma + 1;
  }
  return out;
}

std::string value_text(std::string_view name, const OptionValue& value) {
  if (std::ranges::find(k_times, name) != k_times.end()) {
    if (const auto time = parse_time(value)) return time_text(*time);
  }
  if (std::ranges::find(k_sizes, name) != k_sizes.end()) return size_text(to_text(value));
  return to_text(value);
}

std::string filename_text(const std::vector<std::string>& disks) {
  std::string out;
  for (const std::string& disk : disks) {
    if (!out.empty()) out += ':';
    out += disk.starts_with('/') ? disk : "/dev/" + disk;
  }
  return out;
}

// What Ringside decides whatever the campaign says, so that results of all campaigns mean the same.
OptionMap own_options(const FioJob& job) {
  OptionMap own{{"filename", filename_text(job.disks)},
                // Where the disk has just gone, fio would make a file of its name and measure memory.
                {"allow_file_create", std::int64_t{0}},
                {"direct", std::int64_t{1}},
                {"norandommap", std::int64_t{1}},
                {"lat_percentiles", std::int64_t{1}},
                {"group_reporting", std::int64_t{1}}};
  if (find(job.options, "number_ios") == nullptr) own.emplace("time_based", std::int64_t{1});
  if (const auto interval = iops_log_interval(job.options)) {
    static constexpr std::string_view k_suffix = "_iops.log";
    own.emplace("write_iops_log", std::string(k_iops_log_file.substr(0, k_iops_log_file.size() - k_suffix.size())));
    own.emplace("log_avg_msec", std::int64_t{interval->count()});
    own.emplace("per_job_logs", std::int64_t{0});
  }
  return own;
}

bool is_one_line(std::string_view text) {
  return text.find_first_of("\r\n") == std::string_view::npos;
}

}  // namespace

OptionMap merged_options(const OptionMap& campaign, const OptionMap& cell, const OptionMap& arm) {
  return merged(merged(campaign, cell), arm);
}

std::string job_file(const FioJob& job) {
  std::string out = "[ringside]\n";
  for (const auto& [name, value] : merged(job.options, own_options(job))) {
    const std::string text = value_text(name, value);
    assert(is_one_line(name) && is_one_line(text));
    out += fmt::format("{}={}\n", name, text);
  }
  return out;
}

std::optional<Nanoseconds> expected_duration(const OptionMap& options) {
  const auto runtime = time_of(options, "runtime");
  if (!runtime) return std::nullopt;
  return *runtime + time_of(options, "ramp_time").value_or(Nanoseconds{0});
}

std::optional<Milliseconds> iops_log_interval(const OptionMap& options) {
  const auto runtime = time_of(options, "runtime");
  if (!runtime) return std::nullopt;
  return std::max(Milliseconds{1}, std::chrono::floor<Milliseconds>(*runtime / k_log_samples));
}

Result<Nanoseconds> parse_time(const OptionValue& value) {
  if (const auto* seconds = std::get_if<std::int64_t>(&value)) {
    static constexpr std::int64_t k_century = 100ll * 365 * 24 * 3600;
    if (*seconds >= 0 && *seconds < k_century) return std::chrono::seconds{*seconds};
  }
  if (const auto* text = std::get_if<std::string>(&value)) return parse_duration(*text);
  return fail(ErrorCode::configuration, fmt::format("'{}' is not a duration", to_text(value)),
              "write a number of seconds, or a number with ns, us, ms, s, min or h, such as \"5s\"");
}

}  // namespace ringside::fio
