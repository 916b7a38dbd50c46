// SPDX-License-Identifier: GPL-3.0-or-later
// One fio run of (block, arm, cell, attempt), and how it is known that the treatment took effect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/histogram.h"
#include "core/ids.h"
#include "core/mechanism.h"
#include "core/units.h"

namespace ringside {

enum class Direction { read, write, trim };
[[nodiscard]] std::string_view to_text(Direction);

// Sums over all jobs of one direction: what merges exactly. Rates and quantiles are derived, never stored.
struct DirectionResult {
  Direction direction = Direction::read;
  std::uint64_t ios = 0;
  std::uint64_t bytes = 0;
  Nanoseconds runtime{0};  // the longest job's
  double iops = 0;         // sum over jobs of ios/runtime, as fio counts it
  double lat_mean_ns = 0;  // total latency (submission to completion), weighted by count
  double lat_stddev_ns = 0;
  std::uint64_t lat_count = 0;  // samples behind the mean; may exceed `ios` where fio ramped
  std::uint64_t lat_min_ns = 0;
  std::uint64_t lat_max_ns = 0;
  std::optional<Histogram> latency;    // bins of the total latency; absent where fio wrote none
  bool latency_is_completion = false;  // the bins are of the completion latency: fio wrote no others
};

struct FioResult {
  std::string version;                      // "fio-3.33"
  std::vector<DirectionResult> directions;  // only those that did I/O
  double user_cpu_percent = 0;              // mean over jobs
  double system_cpu_percent = 0;
  std::uint64_t context_switches = 0;
  std::vector<double> iops_samples;  // per log interval, summed over jobs and directions; empty without a log
};

// What the guest said about one disk before and after a run, and while it was set up.
struct QueueSplit {
  int default_queues = 0;
  int read_queues = 0;
  int poll_queues = 0;
  bool operator==(const QueueSplit&) const = default;
};

struct DiskTreatment {
  std::string disk;                    // block device name, "vda"
  std::optional<QueueSplit> log_line;  // from the kernel log
  std::optional<QueueSplit> hctx;      // from debugfs hctx types
  std::string scheduler;               // "none"
  std::uint64_t completed = 0;         // I/Os by the disk's own statistics, delta over the run
  std::uint64_t interrupts = 0;        // of the disk's request vectors, delta over the run
};

// unknown where the evidence is missing: never taken for a yes.
enum class CheckOutcome { passed, failed, unknown };
[[nodiscard]] std::string_view to_text(CheckOutcome);

struct TreatmentCheck {
  std::string id;  // "polled", "split"
  CheckOutcome outcome = CheckOutcome::unknown;
  std::string evidence;  // the counts it was decided on, readable
};

enum class MeasurementStatus { valid, invalid };
[[nodiscard]] std::string_view to_text(MeasurementStatus);

struct Measurement {
  MeasurementId id;
  BlockId block;
  BootId boot;
  ArmId arm;
  CellId cell;
  int attempt = 1;
  int run = 1;          // 1 .. design.runs
  bool probed = false;  // part of the mechanism pass, never used for time
  MeasurementStatus status = MeasurementStatus::valid;
  std::string reason;  // why it is invalid; empty otherwise
  WallTime started{};
  Nanoseconds duration{0};  // of the whole step as the host saw it, fio's start and parsing included
  std::optional<FioResult> fio;
  std::string fio_json;  // fio's own output, kept as the raw evidence
  std::vector<DiskTreatment> disks;
  std::vector<TreatmentCheck> checks;
  std::vector<std::string> warnings;
  std::optional<Mechanism> mechanism;  // where probes ran
};

}  // namespace ringside
