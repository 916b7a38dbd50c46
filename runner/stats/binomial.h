// SPDX-License-Identifier: GPL-3.0-or-later
// A counted rate with its exact interval, and what an A/A run says about the gate.
#pragma once

#include <cstdint>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

// Clopper and Pearson's exact interval for `hits` of `trials`.
// Fails (invalid_result) for no trials or more hits than trials.
[[nodiscard]] Result<Interval> clopper_pearson(std::uint64_t hits, std::uint64_t trials, double confidence = 0.95);

// P(at least `hits` of `trials`) at the given rate, 0 < rate < 1. Fails as above, (usage) for the rate.
[[nodiscard]] Result<double> binomial_at_least(std::uint64_t hits, std::uint64_t trials, double rate);

// An A/A says little on fewer comparisons.
inline constexpr std::uint64_t k_aa_minimum_comparisons = 40;

struct FalsePositiveRate {
  double rate = 0;
  Interval interval;      // 95 %, exact
  bool too_high = false;  // the interval's lower bound exceeds alpha: gating must be refused (`aa_failed`)
  bool enough_comparisons = false;
};

[[nodiscard]] Result<FalsePositiveRate> false_positive_rate(std::uint64_t flagged, std::uint64_t comparisons,
                                                            double alpha = 0.05);

}  // namespace ringside::stats
