// SPDX-License-Identifier: GPL-3.0-or-later
// Tests on one paired log-ratio per block: the t test, the minimum-effect test, equivalence.
// Where the standard deviation is zero, t is ±infinity and p 0 or 1; at the bound itself t is 0 and p one half.
#pragma once

#include <span>

#include "core/result.h"
#include "core/units.h"
#include "stats/interval.h"
#include "stats/summary.h"

namespace ringside::stats {

struct PairedTest {
  Summary summary;
  double t = 0;
  double p_two_sided = 1;
  double p_slower = 1;  // one-sided, H0: θ ≤ 0
  Interval interval;    // of θ
};

// One θ per block. Fails (invalid_result) for fewer than two blocks or a value that is not finite.
[[nodiscard]] Result<PairedTest> paired_t(std::span<const double> thetas, double confidence = 0.95);

struct OneSidedTest {
  double t = 0;
  double p = 1;
};

// H0: θ ≤ bound. Small p: the effect lies above the bound.
[[nodiscard]] OneSidedTest test_above(const Summary& thetas, double bound);
// H0: θ ≥ bound. Small p: the effect lies below the bound. t keeps its sign (negative when below).
[[nodiscard]] OneSidedTest test_below(const Summary& thetas, double bound);

// Two-sided p against |θ| ≤ ln(1 + floor): min(1, 2·min(p above the floor, p below minus the floor)).
[[nodiscard]] double minimum_effect_p(const Summary& thetas, Fraction floor);

struct EquivalenceTest {
  OneSidedTest lower;  // against θ ≤ −ln(1 + margin)
  OneSidedTest upper;  // against θ ≥ ln(1 + margin)
  double p = 1;        // the larger of the two
  Interval interval;   // of confidence 1 − 2·alpha
  bool equivalent = false;
};

// Two one-sided tests; equivalent exactly when the interval lies inside ±ln(1 + margin).
[[nodiscard]] EquivalenceTest two_one_sided_tests(const Summary& thetas, Fraction margin, double alpha = 0.05);

}  // namespace ringside::stats
