// SPDX-License-Identifier: GPL-3.0-or-later
// Outliers are flagged and shown, with and without, and never dropped.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/result.h"

namespace ringside::stats {

inline constexpr double k_outlier_limit = 3.5;

struct ModifiedZ {
  double median = 0;
  double mad = 0;         // median absolute deviation
  std::vector<double> z;  // 0.67449·(x − median)/MAD

  [[nodiscard]] std::vector<bool> flags(double limit = k_outlier_limit) const;
};

// Where more than half of the values are equal (MAD zero) the mean absolute deviation takes its place, with the
// factor 1/1.253314 (Iglewicz and Hoaglin); where all are equal every z is 0.
// Fails (invalid_result) for no values or one that is not finite.
[[nodiscard]] Result<ModifiedZ> modified_z(std::span<const double> values);

// The values that are not flagged, for the second of the two estimates that are shown.
[[nodiscard]] Result<std::vector<double>> without_outliers(std::span<const double> values,
                                                           double limit = k_outlier_limit);

}  // namespace ringside::stats
