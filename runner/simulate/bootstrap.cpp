// SPDX-License-Identifier: GPL-3.0-or-later
// The BCa interval of a mean (Efron 1987).
#include <algorithm>
#include <cmath>

#include "simulate/alternatives.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace ringside::simulate {
namespace {

constexpr std::size_t k_resamples = 999;
constexpr double k_alpha = 0.05;

// Σ(mean − leave-one-out)³ / (6·(Σ()²)^1.5); for a mean this is a skewness of the values themselves.
double acceleration(const std::vector<double>& values, double mean) {
  double squares = 0;
  double cubes = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
    cubes += (value - mean) * (value - mean) * (value - mean);
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

std::vector<double> resampled_means(const std::vector<double>& values, Noise& noise) {
  std::vector<double> means(k_resamples);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[noise.below(values.size())];
    mean = sum / static_cast<double>(values.size());
  }
  std::ranges::sort(means);
  return means;
}

}  // namespace

bool bca_over_blocks_flags(const std::vector<double>& thetas, Noise& noise) {
  const double mean = stats::mean(thetas).value();
  const std::vector<double> means = resampled_means(thetas, noise);
  const auto below = static_cast<double>(std::ranges::lower_bound(means, mean) - means.begin());
  const double bias = stats::normal_quantile(std::clamp(below, 1.0, k_resamples - 1.0) / k_resamples);
  const double skew = acceleration(thetas, mean);
  const auto bound = [&](double probability) {
    const double z = bias + stats::normal_quantile(probability);
    const double share = stats::normal_upper(-(bias + z / (1 - skew * z)));
    const auto position = static_cast<std::size_t>(share * (k_resamples + 1));
    return means[std::clamp<std::size_t>(position, 1, k_resamples) - 1];
  };
  return bound(k_alpha / 2) > 0 || bound(1 - k_alpha / 2) < 0;
}

}  // namespace ringside::simulate
