// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/outliers.h"

#include <cmath>

#include "stats/summary.h"

namespace ringside::stats {
namespace {

constexpr double k_normal_mad = 0.67449;              // MAD of a standard normal
constexpr double k_normal_mean_deviation = 1.253314;  // √(π/2): sd over mean absolute deviation of a normal

}  // namespace

std::vector<bool> ModifiedZ::flags(double limit) const {
  std::vector<bool> flagged;
  flagged.reserve(z.size());
  for (const double value : z) flagged.push_back(std::abs(value) > limit);
  return flagged;
}

Result<ModifiedZ> modified_z(std::span<const double> values) {
  const Result<double> middle = median(values);
  if (!middle) return std::unexpected(middle.error());
  std::vector<double> deviations;
  deviations.reserve(values.size());
  double sum = 0;
  for (const double value : values) {
    deviations.push_back(std::abs(value - *middle));
    sum += deviations.back();
  }
  ModifiedZ result;
  result.median = *middle;
  result.mad = median(deviations).value_or(0);

  double scale = result.mad / k_normal_mad;
  if (scale == 0) scale = k_normal_mean_deviation * sum / static_cast<double>(values.size());
  result.z.reserve(values.size());
  for (const double value : values) result.z.push_back(scale > 0 ? (value - *middle) / scale : 0);
  return result;
}

Result<std::vector<double>> without_outliers(std::span<const double> values, double limit) {
  const Result<ModifiedZ> scores = modified_z(values);
  if (!scores) return std::unexpected(scores.error());
  const std::vector<bool> flagged = scores->flags(limit);
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!flagged[i]) kept.push_back(values[i]);
  }
  return kept;
}

}  // namespace ringside::stats
