// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/quantile.h"

#include <cmath>

#include "stats/check.h"

namespace ringside::stats {
namespace {

struct Found {
  std::uint32_t index = 0;
  double inside = 0;  // how far into the bin's own count the quantile lies, 0 to 1
};

// p·N carries a rounding of its own; without this slack 0.07 · 100 would ask for more than the seventh sample.
constexpr double k_relative_slack = 1e-12;

Result<Found> find(const Histogram& histogram, double p) {
  if (auto checked = check_probability(p, "a quantile"); !checked) return std::unexpected(checked.error());
  if (histogram.empty()) return fail(ErrorCode::invalid_result, "a quantile of an empty histogram");
  const double target = p * static_cast<double>(histogram.total()) * (1 - k_relative_slack);
  std::uint64_t below = 0;
  for (const HistogramBin& bin : histogram.bins()) {
    if (static_cast<double>(below + bin.count) >= target) {
      return Found{bin.index, (target - static_cast<double>(below)) / static_cast<double>(bin.count)};
    }
    below += bin.count;
  }
  return Found{histogram.bins().back().index, 1};
}

}  // namespace

bool quantile_is_supported(std::uint64_t samples, double p) {
  // The slack keeps 10,000 samples enough for p = 0.99, where 1 − p is a little below one hundredth.
  return static_cast<double>(samples) * (1 - p) >= k_samples_beyond_quantile * (1 - k_relative_slack);
}

Result<Histogram> merged(std::span<const Histogram> histograms) {
  if (histograms.empty()) return fail(ErrorCode::invalid_result, "there is no histogram to merge");
  Histogram sum(histograms.front().resolution());
  for (const Histogram& histogram : histograms) {
    if (auto added = sum.merge(histogram); !added) return std::unexpected(added.error());
  }
  return sum;
}

Result<std::uint64_t> quantile_by_fio_rule(const Histogram& histogram, double p) {
  const Result<Found> found = find(histogram, p);
  if (!found) return std::unexpected(found.error());
  return histogram.resolution().mid(found->index);
}

Result<double> quantile_interpolated(const Histogram& histogram, double p) {
  const Result<Found> found = find(histogram, p);
  if (!found) return std::unexpected(found.error());
  const HistogramResolution resolution = histogram.resolution();
  return static_cast<double>(resolution.lower_bound(found->index)) +
         found->inside * static_cast<double>(resolution.width(found->index));
}

Result<JackknifeQuantile> jackknife_log_quantile(std::span<const Histogram> runs, double p) {
  if (runs.size() < 2) return fail(ErrorCode::invalid_result, "a jackknife needs at least two histograms");
  JackknifeQuantile result;
  for (std::size_t left_out = 0; left_out < runs.size(); ++left_out) {
    Histogram others(runs.front().resolution());
    for (std::size_t run = 0; run < runs.size(); ++run) {
      if (run == left_out) continue;
      if (auto added = others.merge(runs[run]); !added) return std::unexpected(added.error());
    }
    const Result<double> quantile = quantile_interpolated(others, p);
    if (!quantile) return std::unexpected(quantile.error());
    result.leave_one_out.push_back(std::log(*quantile));
  }
  const auto n = static_cast<double>(runs.size());
  double centre = 0;
  for (const double value : result.leave_one_out) centre += value / n;
  double squares = 0;
  for (const double value : result.leave_one_out) squares += (value - centre) * (value - centre);
  result.standard_error = std::sqrt((n - 1) / n * squares);
  return result;
}

}  // namespace ringside::stats
