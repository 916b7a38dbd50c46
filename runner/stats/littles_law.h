// SPDX-License-Identifier: GPL-3.0-or-later
// Little's law for a closed loop: rate × latency is the number in flight.
#pragma once

#include <cstdint>

#include "core/result.h"

namespace ringside::stats {

// ln(iops · latency / (iodepth · numjobs)); 0 where the law holds. Fails (invalid_result) unless all are above
// zero and finite. mean_latency_ns is the mean total latency in nanoseconds.
[[nodiscard]] Result<double> littles_law_log_ratio(double iops, double mean_latency_ns, std::uint32_t iodepth,
                                                   std::uint32_t numjobs);

inline constexpr double k_littles_law_limit = 0.05;
inline constexpr std::uint32_t k_littles_law_minimum_iodepth = 8;

enum class LittlesLawCheck {
  holds,
  broken,    // invalid: |log ratio| above the limit at an iodepth where it must hold
  recorded,  // iodepth too small to judge by it: kept, not judged
};
[[nodiscard]] LittlesLawCheck check_littles_law(double log_ratio, std::uint32_t iodepth);

}  // namespace ringside::stats
