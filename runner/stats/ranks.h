// SPDX-License-Identifier: GPL-3.0-or-later
// Two samples by ranks: Mann and Whitney's test, exact and asymptotic, and the Hodges–Lehmann shift.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

// Ranks from 1; equal values share the mean of theirs.
[[nodiscard]] std::vector<double> midranks(std::span<const double> values);

// The number of pairs (x, y) with x > y, half for equal ones.
[[nodiscard]] double mann_whitney_u(std::span<const double> x, std::span<const double> y);

struct MannWhitney {
  double u_x = 0;
  double u_y = 0;
  double p_two_sided = 1;
};

// Exact: the permutation distribution of the midrank sum, so it holds with ties as well as without.
// p = min(1, 2·the smaller tail). Fails (invalid_result) for an empty side or a value that is not finite, and
// (unsupported) for more than 100 values in all, where the asymptotic form is as good.
[[nodiscard]] Result<MannWhitney> mann_whitney_exact(std::span<const double> x, std::span<const double> y);

// Normal approximation with correction for ties and continuity. p is 1 where all values are equal.
[[nodiscard]] Result<MannWhitney> mann_whitney_asymptotic(std::span<const double> x, std::span<const double> y);

struct ShiftEstimate {
  double shift = 0;                  // median of all differences x − y
  std::size_t k = 0;                 // the interval runs from the k-th smallest to the k-th largest; 0: none
  std::optional<Interval> interval;  // exact; none where the samples are too small for the confidence
};

// Hodges–Lehmann shift of x against y with the interval that inverts the exact rank test (no ties assumed).
// Fails as mann_whitney_exact does.
[[nodiscard]] Result<ShiftEstimate> hodges_lehmann_shift(std::span<const double> x, std::span<const double> y,
                                                         double confidence = 0.95);

}  // namespace ringside::stats
