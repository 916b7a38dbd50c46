// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/signed_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/check.h"
#include "stats/rank_distribution.h"
#include "stats/ranks.h"
#include "stats/summary.h"

namespace ringside::stats {
namespace {

constexpr std::size_t k_largest_sample = 200;
constexpr std::size_t k_most_sign_flips = 24;

Result<void> check_sample(std::span<const double> values, std::size_t largest) {
  if (values.size() > largest) {
    return fail(ErrorCode::unsupported, fmt::format("no exact test here for more than {} values", largest));
  }
  return check_values(values, 1, "a test of signs and ranks");
}

}  // namespace

Result<SignedRank> signed_rank_exact(std::span<const double> differences) {
  if (auto checked = check_sample(differences, k_largest_sample); !checked) return std::unexpected(checked.error());
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double value : differences) {
    if (value == 0) continue;
    sizes.push_back(std::abs(value));
    positive.push_back(value > 0);
  }
  SignedRank result;
  result.n = sizes.size();
  if (sizes.empty()) return result;

  std::vector<std::size_t> doubled;
  std::size_t doubled_sum = 0;
  const std::vector<double> ranks = midranks(sizes);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    doubled.push_back(static_cast<std::size_t>(std::lround(2 * ranks[i])));
    if (positive[i]) doubled_sum += doubled.back();
  }
  result.t_plus = static_cast<double>(doubled_sum) / 2;
  result.p_two_sided = tails(sums_of_coin_tosses(doubled), doubled_sum).two_sided();
  return result;
}

Result<double> sign_flip_exact(std::span<const double> differences) {
  if (auto checked = check_sample(differences, k_most_sign_flips); !checked) return std::unexpected(checked.error());
  std::vector<double> signed_values(differences.begin(), differences.end());
  const double observed = std::abs(std::accumulate(signed_values.begin(), signed_values.end(), 0.0));
  double sum = 0;
  for (double& value : signed_values) {
    value = std::abs(value);
    sum += value;
  }
  // Sums that differ by rounding only are the same sum.
  const double threshold = observed - 1e-11 * sum;

  // A pattern and its opposite are equally extreme, so the last sign stays put; Gray code turns one sign per step.
  const std::size_t patterns = std::size_t{1} << (signed_values.size() - 1);
  std::size_t as_extreme = 0;
  for (std::size_t pattern = 1; pattern <= patterns; ++pattern) {
    if (std::abs(sum) >= threshold) ++as_extreme;
    if (pattern == patterns) break;
    double& turned = signed_values[static_cast<std::size_t>(std::countr_zero(pattern))];
    sum -= 2 * turned;
    turned = -turned;
  }
  return static_cast<double>(as_extreme) / static_cast<double>(patterns);
}

Result<PseudomedianEstimate> hodges_lehmann(std::span<const double> differences, double confidence) {
  if (auto checked = check_sample(differences, k_largest_sample); !checked) return std::unexpected(checked.error());
  if (auto checked = check_probability(confidence, "confidence"); !checked) return std::unexpected(checked.error());
  const std::size_t n = differences.size();
  std::vector<double> averages;
  averages.reserve(n * (n + 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) averages.push_back((differences[i] + differences[j]) / 2);
  }
  std::ranges::sort(averages);

  std::vector<std::size_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), std::size_t{1});
  const IntervalOrder order = interval_order(sums_of_coin_tosses(ranks), 0, confidence);

  PseudomedianEstimate estimate{median(averages).value_or(0), averages.size(), order.k, std::nullopt};
  if (order.k > 0) {
    estimate.interval = Interval{averages[order.k - 1], averages[averages.size() - order.k], order.confidence};
  }
  return estimate;
}

}  // namespace ringside::stats
