// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "fio/job.h"
#include "fio/result.h"
#include "probe/loader_output.h"
#include "probe/mechanism_checks.h"
#include "probe/treatment.h"
#include "stats/drift.h"
#include "stats/littles_law.h"

namespace ringside::engine {
namespace {

constexpr std::string_view k_treatment_prefix = "treatment ";

std::string last_line_of(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  const auto start = text.rfind('\n');
  return std::string(start == std::string_view::npos ? text : text.substr(start + 1));
}

std::optional<std::string> ended_badly(const wire::FioDone& run) {
  if (run.timed_out) {
    return fmt::format("fio did not end within {} and was killed", to_text(Nanoseconds(run.elapsed)));
  }
  if (run.signal != 0) return fmt::format("fio was ended by signal {}", run.signal);
  return std::nullopt;
}

// fio's own verdict, its result on success. An exit code without an error in the output is an error all the same.
Result<FioResult> result_of(const wire::FioDone& run) {
  auto result = fio::parse_result(run.output);
  if (result && run.exit_code == 0) return result;
  std::string message = result ? fmt::format("fio ended with exit code {}", run.exit_code) : result.error().message;
  if (const std::string words = last_line_of(run.errors); !words.empty()) message += "; fio says: " + words;
  return fail(ErrorCode::invalid_result, message);
}

std::int64_t integer_or(const OptionMap& options, std::string_view name, std::int64_t otherwise) {
  const auto found = options.find(name);
  const auto* number = found == options.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
  return number != nullptr ? *number : otherwise;
}

// Fills the samples from the log that came beside fio's output; one that cannot be read is a warning, for the
// result itself does not rest on it.
void add_samples(Measurement& measurement, const OptionMap& options, const wire::FioDone& run) {
  const auto interval = fio::iops_log_interval(options);
  const auto log = run.files.find(std::string(fio::k_iops_log_file));
  if (!interval || log == run.files.end()) return;
  auto samples = fio::parse_iops_log(log->second, *interval);
  if (samples) {
    measurement.fio->iops_samples = std::move(*samples);
  } else {
    measurement.warnings.push_back("no drift check: " + samples.error().message);
  }
}

std::optional<std::string> drifted(const FioResult& result, Accel accel) {
  const auto drift = stats::drift(result.iops_samples);
  const Fraction limit = accel == Accel::kvm ? stats::k_drift_limit_kvm : stats::k_drift_limit_tcg;
  if (!drift || stats::check_drift(*drift, limit) != stats::DriftCheck::drifting) return std::nullopt;
  return fmt::format("the rate drifted by {:+.1f} % over the window (limit {:.0f} %, t = {:.1f})",
                     100 * drift->over_window, 100 * limit.value, drift->slope_t);
}

// The law needs a loop that refills one by one: with batches, a rate or think time fewer than iodepth are in flight.
bool loop_is_full(const OptionMap& options) {
  for (const std::string_view name : {"iodepth_batch", "iodepth_batch_submit", "iodepth_batch_complete_min",
                                      "iodepth_batch_complete", "iodepth_low", "rate", "rate_iops", "thinktime"}) {
    if (options.contains(name)) return false;
  }
  return true;
}

// Both ends of the window cut off I/Os that are in flight: the law is off by about their share of what completed. With
// this many completions for each place in the queue that is 2 %, well below the limit.
constexpr std::uint64_t k_rounds_of_a_steady_loop = 50;

std::optional<std::string> breaks_littles_law(const FioResult& result, const OptionMap& options) {
  double iops = 0;
  double weighted = 0;
  std::uint64_t completed = 0;
  for (const DirectionResult& direction : result.directions) {
    iops += direction.iops;
    weighted += direction.iops * direction.lat_mean_ns;
    completed += direction.ios;
  }
  const auto iodepth = static_cast<std::uint32_t>(std::max<std::int64_t>(integer_or(options, "iodepth", 1), 1));
  const auto numjobs = static_cast<std::uint32_t>(std::max<std::int64_t>(integer_or(options, "numjobs", 1), 1));
  if (!loop_is_full(options) || iops <= 0) return std::nullopt;
  if (completed < k_rounds_of_a_steady_loop * iodepth * numjobs) return std::nullopt;
  const auto ratio = stats::littles_law_log_ratio(iops, weighted / iops, iodepth, numjobs);
  if (!ratio || stats::check_littles_law(*ratio, iodepth) != stats::LittlesLawCheck::broken) return std::nullopt;
  return fmt::format("Little's law is broken: IOPS x latency is {:.2f} of iodepth x numjobs = {}", std::exp(*ratio),
                     iodepth * numjobs);
}

// The counts of the run with the queue types that were read back when the disk was set up.
std::vector<DiskTreatment> with_set_up(std::vector<DiskTreatment> counted, const std::vector<wire::DiskReady>& disks) {
  for (DiskTreatment& disk : counted) {
    const auto ready = std::ranges::find(disks, disk.disk, &wire::DiskReady::name);
    if (ready == disks.end()) continue;
    disk.log_line = ready->treatment.log_line;
    disk.hctx = ready->treatment.hctx;
    disk.scheduler = ready->treatment.scheduler;
  }
  return counted;
}

void set_invalid(Measurement& measurement, std::string reason) {
  measurement.status = MeasurementStatus::invalid;
  measurement.reason = std::move(reason);
}

}  // namespace

Measurement judge(const Arm& arm, const OptionMap& options, Accel accel, const std::vector<wire::DiskReady>& disks,
                  const wire::FioDone& run) {
  Measurement measurement;
  measurement.disks = with_set_up(run.disks, disks);
  measurement.fio_json = run.output;
  measurement.checks = probe::check_treatment(arm, measurement.disks);
  if (auto reason = ended_badly(run)) {
    set_invalid(measurement, std::move(*reason));
    return measurement;
  }
  auto result = result_of(run);
  if (!result) {
    set_invalid(measurement, std::move(result.error().message));
    return measurement;
  }
  measurement.fio = std::move(*result);
  add_samples(measurement, options, run);
  if (auto reason = probe::violation(measurement.checks)) {
    set_invalid(measurement, std::move(*reason));
  } else if ((reason = drifted(*measurement.fio, accel))) {
    set_invalid(measurement, std::move(*reason));
  } else if ((reason = breaks_littles_law(*measurement.fio, options))) {
    set_invalid(measurement, std::move(*reason));
  }
  return measurement;
}

namespace {

// fio's I/Os are the disk's requests only where nothing merges, splits or flushes, and nothing is left out.
std::optional<std::uint64_t> ios_of_requests(const Arm& arm, const OptionMap& options, const FioResult& result) {
  const auto rw = options.find("rw");
  const bool random = rw != options.end() && to_text(rw->second).starts_with("rand");
  if (!random || !options.contains("number_ios") || arm.topology.kind != TopologyKind::raw) return std::nullopt;
  for (const std::string_view name : {"ramp_time", "bsrange", "bssplit", "blocksize", "fsync", "fdatasync"}) {
    if (options.contains(name)) return std::nullopt;
  }
  const auto bs = options.find("bs");
  if (bs != options.end() && to_text(bs->second) != "4k" && to_text(bs->second) != "512") return std::nullopt;
  std::uint64_t ios = 0;
  for (const DirectionResult& direction : result.directions) ios += direction.ios;
  return ios;
}

void add_mechanism(Measurement& measurement, const wire::FioDone& run) {
  if (!run.probe_failure.empty()) {
    measurement.warnings.push_back("no mechanism: " + run.probe_failure);
    return;
  }
  auto mechanism = probe::parse_loader_output(run.probes);
  if (!mechanism) {
    measurement.warnings.push_back("no mechanism: " + mechanism.error().message);
    return;
  }
  for (const std::string& why : mechanism->degradations()) measurement.warnings.push_back("mechanism degraded: " + why);
  measurement.mechanism = std::move(*mechanism);
}

// Where the probes cannot decide, the kernel's own counts may.
std::vector<TreatmentCheck> checks_of(const Arm& arm, const Measurement& measurement,
                                      std::optional<std::uint64_t> fio_ios) {
  const auto plain = probe::check_treatment(arm, measurement.disks);
  if (!measurement.mechanism) return plain;
  auto checks = probe::check_mechanism(arm, *measurement.mechanism, {measurement.disks, fio_ios});
  for (TreatmentCheck& check : checks) {
    if (check.outcome != CheckOutcome::unknown) continue;
    const auto other = std::ranges::find(plain, check.id, &TreatmentCheck::id);
    if (other != plain.end() && other->outcome != CheckOutcome::unknown) check = *other;
  }
  return checks;
}

}  // namespace

Measurement judge_probed(const Arm& arm, const OptionMap& options, const std::vector<wire::DiskReady>& disks,
                         const wire::FioDone& run) {
  Measurement measurement;
  measurement.probed = true;
  measurement.disks = with_set_up(run.disks, disks);
  measurement.fio_json = run.output;
  add_mechanism(measurement, run);
  auto result = result_of(run);
  if (result) measurement.fio = std::move(*result);
  measurement.checks =
      checks_of(arm, measurement, measurement.fio ? ios_of_requests(arm, options, *measurement.fio) : std::nullopt);
  if (auto killed = ended_badly(run)) {
    set_invalid(measurement, std::move(*killed));
  } else if (!measurement.fio) {
    set_invalid(measurement, std::move(result.error().message));
  } else if (auto reason = probe::violation(measurement.checks)) {
    set_invalid(measurement, std::move(*reason));
  }
  return measurement;
}

bool failed_by_treatment(const Measurement& measurement) {
  return measurement.status == MeasurementStatus::invalid && measurement.reason.starts_with(k_treatment_prefix);
}

}  // namespace ringside::engine
