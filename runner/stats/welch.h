// SPDX-License-Identifier: GPL-3.0-or-later
// Two arms that are not paired (a stored baseline, imported data): Welch's test on block-level logs. Advisory only.
#pragma once

#include <span>

#include "core/result.h"
#include "stats/effect.h"
#include "stats/interval.h"

namespace ringside::stats {

struct WelchTest {
  double theta = 0;  // mean slowdown as a log
  double df = 0;     // Welch and Satterthwaite
  double t = 0;
  double p_two_sided = 1;
  Interval interval;  // of θ
};

// One value per block and side, in the metric's unit.
// Fails (invalid_result) for fewer than two values on a side, or one that is not finite and above zero.
// Both sides without any spread: t is ±infinity or 0, df is n1 + n2 − 2.
[[nodiscard]] Result<WelchTest> welch_slowdown(BetterWhen better, std::span<const double> baseline,
                                               std::span<const double> candidate, double confidence = 0.95);

// The same on values as they are: mean(x) − mean(y).
[[nodiscard]] Result<WelchTest> welch_difference(std::span<const double> x, std::span<const double> y,
                                                 double confidence = 0.95);

}  // namespace ringside::stats
