// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/variance.h"

#include <algorithm>
#include <cmath>

#include "stats/check.h"
#include "stats/summary.h"

namespace ringside::stats {
namespace {

struct Sums {
  double runs = 0;            // over all boots
  double runs_squared = 0;    // Σ runs of a boot²
  double total = 0;           // of all values
  double squares_within = 0;  // around the boots' own means
  std::vector<double> boot_means;
};

Result<Sums> sums_of(std::span<const std::vector<double>> values) {
  Sums sums;
  for (const std::vector<double>& boot : values) {
    const Result<double> boot_mean = mean(boot);
    if (!boot_mean) return std::unexpected(boot_mean.error());
    const auto runs = static_cast<double>(boot.size());
    sums.runs += runs;
    sums.runs_squared += runs * runs;
    sums.total += runs * *boot_mean;
    for (const double value : boot) sums.squares_within += (value - *boot_mean) * (value - *boot_mean);
    sums.boot_means.push_back(*boot_mean);
  }
  return sums;
}

}  // namespace

Result<VarianceComponents> variance_components(std::span<const std::vector<double>> values, double confidence) {
  const Result<Sums> sums = sums_of(values);
  if (!sums) return std::unexpected(sums.error());
  const auto boots = static_cast<double>(values.size());
  if (values.size() < 2 || sums->runs <= boots) {
    return fail(ErrorCode::invalid_result, "variance components need two boots and a boot with two runs");
  }

  const double grand_mean = sums->total / sums->runs;
  double squares_between = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double apart = sums->boot_means[i] - grand_mean;
    squares_between += static_cast<double>(values[i].size()) * apart * apart;
  }

  VarianceComponents result;
  result.boots = values.size();
  result.mean_square_between = squares_between / (boots - 1);
  result.mean_square_within = sums->squares_within / (sums->runs - boots);
  // Runs per boot; with unequal boots the weight that makes the estimate unbiased.
  const double effective_runs = (sums->runs - sums->runs_squared / sums->runs) / (boots - 1);
  result.within_boot = result.mean_square_within;
  result.between_boots = std::max(0.0, (result.mean_square_between - result.mean_square_within) / effective_runs);
  const double whole = result.between_boots + result.within_boot;
  result.intraclass_correlation = whole > 0 ? result.between_boots / whole : 0;

  const Result<Summary> of_means = summarise(sums->boot_means);
  if (!of_means) return std::unexpected(of_means.error());
  result.mean = of_means->mean;
  result.standard_error = of_means->standard_error();
  result.interval = t_interval(*of_means, confidence);
  return result;
}

Result<std::optional<AdvisedRuns>> advised_runs(const VarianceComponents& components, DesignCost cost) {
  if (!(cost.boot > 0 && cost.run > 0)) {
    return fail(ErrorCode::usage, "the costs of a boot and of a run must be above zero");
  }
  if (components.between_boots <= 0) return std::optional<AdvisedRuns>{};
  AdvisedRuns advised;
  advised.optimum = std::sqrt(cost.boot / cost.run * components.within_boot / components.between_boots);
  advised.runs = static_cast<std::size_t>(std::max(1.0, std::ceil(advised.optimum)));
  return std::optional{advised};
}

double sd_of_theta(double between_boots, double within_boot, std::size_t runs, Pairing pairing) {
  const double per_arm =
      within_boot / static_cast<double>(runs) + (pairing == Pairing::boot_per_arm ? between_boots : 0);
  return std::sqrt(2 * per_arm);
}

}  // namespace ringside::stats
