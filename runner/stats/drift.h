// SPDX-License-Identifier: GPL-3.0-or-later
// Did the rate hold still over the measured window?
#pragma once

#include <cstddef>
#include <span>

#include "core/result.h"
#include "core/units.h"

namespace ringside::stats {

struct Drift {
  std::size_t samples = 0;
  double slope = 0;  // change per step between two samples
  // Slope over its standard error; ±infinity on an exact line. Neighbouring samples of a rate resemble each other
  // (a scheduler's mood lasts longer than a log interval), so the error is widened by √((1+ρ)/(1−ρ)), with ρ the lag-1
  // autocorrelation of the residuals, where that is above zero.
  double slope_t = 0;
  double mean = 0;
  double over_window = 0;    // slope·(samples − 1)/mean: share of the mean gained from first to last sample
  double slope_of_mean = 0;  // slope/mean: as fio's steady state gives it
};

// Least squares over equally spaced samples. Fails (invalid_result) for fewer than three samples, a value that is
// not finite, or a mean of zero.
[[nodiscard]] Result<Drift> drift(std::span<const double> samples);

// sd/mean of the samples. Fails as drift() does (two samples suffice).
[[nodiscard]] Result<double> coefficient_of_variation(std::span<const double> samples);

// Drift below this share of the mean is no reason to refuse a measurement.
inline constexpr Fraction k_drift_limit_kvm{0.02};
inline constexpr Fraction k_drift_limit_tcg{0.10};
inline constexpr std::size_t k_drift_minimum_samples = 20;
inline constexpr double k_drift_minimum_t = 3;

enum class DriftCheck {
  steady,
  drifting,         // invalid: beyond the limit and |t| of the slope above 3
  too_few_samples,  // not judged
};
[[nodiscard]] DriftCheck check_drift(const Drift& drift, Fraction limit);

}  // namespace ringside::stats
