// SPDX-License-Identifier: GPL-3.0-or-later
// One sample of paired differences without assuming a shape: signed rank, sign flip, Hodges–Lehmann.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

struct SignedRank {
  std::size_t n = 0;  // values that are not zero
  double t_plus = 0;  // sum of the ranks of the positive ones
  double p_two_sided = 1;
};

// Wilcoxon's test, exact given the midranks; zeros are left out (all zero: p = 1).
// Fails (invalid_result) for no values or one that is not finite; (unsupported) for more than 200.
[[nodiscard]] Result<SignedRank> signed_rank_exact(std::span<const double> differences);

// p of the mean under all 2^n changes of sign. Fails as above; (unsupported) for more than 24 values.
[[nodiscard]] Result<double> sign_flip_exact(std::span<const double> differences);

struct PseudomedianEstimate {
  double value = 0;                  // median of the Walsh averages
  std::size_t walsh_averages = 0;    // n·(n + 1)/2
  std::size_t k = 0;                 // the interval runs from the k-th smallest to the k-th largest; 0: none
  std::optional<Interval> interval;  // exact; none below six values at 95 %
};

// Hodges–Lehmann estimate with the interval that inverts the exact signed-rank test.
// Fails (invalid_result) for no values or one that is not finite; (unsupported) for more than 200.
[[nodiscard]] Result<PseudomedianEstimate> hodges_lehmann(std::span<const double> differences,
                                                          double confidence = 0.95);

}  // namespace ringside::stats
