// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/drift.h"

#include <cmath>
#include <limits>

#include "stats/check.h"
#include "stats/summary.h"

namespace ringside::stats {
namespace {

struct Sums {
  double xx = 0;
  double xy = 0;
  double yy = 0;
};

Sums around_the_means(std::span<const double> samples, double mean_sample) {
  const double mean_step = (static_cast<double>(samples.size()) - 1) / 2;
  Sums sums;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double x = static_cast<double>(i) - mean_step;
    const double y = samples[i] - mean_sample;
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
  }
  return sums;
}

// Correlation of each residual of the line with the one before it.
double residual_autocorrelation(std::span<const double> samples, double mean_sample, double slope) {
  const double mean_step = (static_cast<double>(samples.size()) - 1) / 2;
  double squares = 0;
  double products = 0;
  double before = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double residual = samples[i] - mean_sample - slope * (static_cast<double>(i) - mean_step);
    squares += residual * residual;
    products += i > 0 ? residual * before : 0;
    before = residual;
  }
  return products / squares;
}

}  // namespace

Result<Drift> drift(std::span<const double> samples) {
  if (auto checked = check_values(samples, 3, "a drift"); !checked) return std::unexpected(checked.error());
  const Result<double> centre = mean(samples);
  if (!centre || *centre == 0) return fail(ErrorCode::invalid_result, "a drift relative to a mean of zero");
  const auto n = static_cast<double>(samples.size());
  const Sums sums = around_the_means(samples, *centre);

  Drift result;
  result.samples = samples.size();
  result.mean = *centre;
  result.slope = sums.xy / sums.xx;
  const double residual = sums.yy - result.slope * sums.xy;
  // What cancellation leaves of an exact line is no residual.
  if (residual > 1e-12 * sums.yy) {
    const double t = result.slope / std::sqrt(residual / (n - 2) / sums.xx);
    const double rho = residual_autocorrelation(samples, *centre, result.slope);
    result.slope_t = rho > 0 ? t * std::sqrt((1 - rho) / (1 + rho)) : t;
  } else if (result.slope != 0) {
    result.slope_t = std::copysign(std::numeric_limits<double>::infinity(), result.slope);
  }
  result.over_window = result.slope * (n - 1) / *centre;
  result.slope_of_mean = result.slope / *centre;
  return result;
}

Result<double> coefficient_of_variation(std::span<const double> samples) {
  const Result<Summary> summary = summarise(samples);
  if (!summary) return std::unexpected(summary.error());
  if (summary->mean == 0) return fail(ErrorCode::invalid_result, "a variation relative to a mean of zero");
  return summary->sd / std::abs(summary->mean);
}

DriftCheck check_drift(const Drift& drift, Fraction limit) {
  if (drift.samples < k_drift_minimum_samples) return DriftCheck::too_few_samples;
  const bool drifting = std::abs(drift.over_window) > limit.value && std::abs(drift.slope_t) > k_drift_minimum_t;
  return drifting ? DriftCheck::drifting : DriftCheck::steady;
}

}  // namespace ringside::stats
