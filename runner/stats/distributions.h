// SPDX-License-Identifier: GPL-3.0-or-later
// Tails and quantiles of the distributions used here. The library behind them stays in the .cpp file.
#pragma once

namespace ringside::stats {

// All of these take df > 0 and probabilities strictly between 0 and 1; t may be infinite.
// The t with P(T ≤ t) = probability. Remembered per thread for the few (probability, df) pairs that recur.
[[nodiscard]] double student_t_quantile(double probability, double df);
// P(T > t): small tails keep their digits.
[[nodiscard]] double student_t_upper(double t, double df);
// P(|T| > |t|).
[[nodiscard]] double student_t_two_sided(double t, double df);
// P(T > t) of the noncentral t with the given noncentrality.
[[nodiscard]] double noncentral_t_upper(double t, double df, double noncentrality);
// P(T ≤ t) of the noncentral t.
[[nodiscard]] double noncentral_t_lower(double t, double df, double noncentrality);

// P(Z > z) and the z with P(Z ≤ z) = probability.
[[nodiscard]] double normal_upper(double z);
[[nodiscard]] double normal_quantile(double probability);

}  // namespace ringside::stats
