// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/littles_law.h"

#include <cmath>

namespace ringside::stats {

Result<double> littles_law_log_ratio(double iops, double mean_latency_ns, std::uint32_t iodepth,
                                     std::uint32_t numjobs) {
  const bool usable = std::isfinite(iops) && iops > 0 && std::isfinite(mean_latency_ns) && mean_latency_ns > 0 &&
                      iodepth > 0 && numjobs > 0;
  if (!usable) return fail(ErrorCode::invalid_result, "Little's law needs a rate, a latency and a depth above zero");
  const double in_flight = iops * mean_latency_ns / 1e9;
  return std::log(in_flight / (static_cast<double>(iodepth) * static_cast<double>(numjobs)));
}

LittlesLawCheck check_littles_law(double log_ratio, std::uint32_t iodepth) {
  if (iodepth < k_littles_law_minimum_iodepth) return LittlesLawCheck::recorded;
  // Written so that a NaN is broken, not fine.
  return std::abs(log_ratio) <= k_littles_law_limit ? LittlesLawCheck::holds : LittlesLawCheck::broken;
}

}  // namespace ringside::stats
