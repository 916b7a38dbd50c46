// SPDX-License-Identifier: GPL-3.0-or-later
// One JSON document of fio as it stands, job by job, with the differences between fio's versions levelled out:
// times in nanoseconds, sizes in bytes, client/server jobs like local ones.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/measurement.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::fio {

struct LatencyStats {
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;
  double mean_ns = 0;
  double stddev_ns = 0;                                       // of a sample: divided by N − 1
  std::optional<std::uint64_t> count;                         // fio's N; old versions do not write it
  std::map<std::string, double, std::less<>> percentiles_ns;  // by fio's key, "99.000000"
  std::vector<std::pair<std::uint64_t, std::uint64_t>> bins;  // middle of the bucket in ns, count; json+ only
};

struct JobDirection {
  Direction direction = Direction::read;
  std::uint64_t ios = 0;
  std::uint64_t bytes = 0;
  Nanoseconds runtime{0};
  double iops = 0;
  LatencyStats submission;
  LatencyStats completion;
  LatencyStats total;
};

// One entry of `jobs` or `client_stats`; several processes where fio reports by group.
struct Job {
  std::string name;
  int error = 0;          // errno
  std::int64_t eta = 0;   // seconds; above 0 in a report during the run
  double user_cpu = 0;    // percent
  double system_cpu = 0;  // percent
  std::uint64_t context_switches = 0;
  std::array<JobDirection, 3> directions;  // read, write, trim
};

struct Document {
  std::string version;  // "fio-3.33"
  std::vector<Job> jobs;
};

// Reads one document (see last_document). Keys that Ringside has no use for are not looked at; of a key that stands
// twice the last one counts.
// Errors, all ErrorCode::invalid_result: not JSON, a key missing, a figure of the wrong type, negative or not finite.
[[nodiscard]] Result<Document> parse_document(std::string_view json);

}  // namespace ringside::fio
