// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/check.h"
#include "stats/distributions.h"
#include "stats/effect.h"

namespace ringside::stats {
namespace {

double sum(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

}  // namespace

double Summary::standard_error() const {
  return sd / std::sqrt(static_cast<double>(n));
}

Result<double> mean(std::span<const double> values) {
  if (auto checked = check_values(values, 1, "a mean"); !checked) return std::unexpected(checked.error());
  return sum(values) / static_cast<double>(values.size());
}

Result<Summary> summarise(std::span<const double> values) {
  if (auto checked = check_values(values, 2, "a standard deviation"); !checked) {
    return std::unexpected(checked.error());
  }
  // Equal values must give exactly zero spread, and their sum divided by n may miss them by a rounding.
  if (std::ranges::all_of(values, [&](double value) { return value == values.front(); })) {
    return Summary{values.size(), values.front(), 0};
  }
  const auto n = static_cast<double>(values.size());
  const double centre = sum(values) / n;
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  return Summary{values.size(), centre, std::sqrt(squares / (n - 1))};
}

Result<double> median(std::span<const double> values) {
  if (auto checked = check_values(values, 1, "a median"); !checked) return std::unexpected(checked.error());
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

Interval t_interval(const Summary& summary, double confidence) {
  const double reach = student_t_quantile(0.5 + confidence / 2, summary.df()) * summary.standard_error();
  return {summary.mean - reach, summary.mean + reach, confidence};
}

Result<GeometricEstimate> geometric_estimate(std::span<const double> per_boot, double confidence) {
  const auto log_values = logs(per_boot);
  if (!log_values) return std::unexpected(log_values.error());
  const Result<Summary> of_logs = summarise(*log_values);
  if (!of_logs) return std::unexpected(of_logs.error());
  return GeometricEstimate{of_logs->n, std::exp(of_logs->mean), exp(t_interval(*of_logs, confidence)), of_logs->sd};
}

Result<Moments> merge_moments(std::span<const Moments> runs) {
  Moments merged;
  double squares = 0;  // sum of squared deviations from merged.mean
  for (const Moments& run : runs) {
    if (!std::isfinite(run.count) || !std::isfinite(run.mean) || !std::isfinite(run.sd) || run.count < 0 ||
        run.sd < 0) {
      return fail(ErrorCode::invalid_result, "a run's count, mean or standard deviation is not a usable number");
    }
    if (run.count == 0) continue;
    const double count = merged.count + run.count;
    const double apart = run.mean - merged.mean;
    squares += run.sd * run.sd * std::max(run.count - 1, 0.0) + apart * apart * merged.count * run.count / count;
    merged.mean += apart * run.count / count;
    merged.count = count;
  }
  if (merged.count == 0) return fail(ErrorCode::invalid_result, "no run has any samples");
  merged.sd = merged.count > 1 ? std::sqrt(squares / (merged.count - 1)) : 0;
  return merged;
}

}  // namespace ringside::stats
