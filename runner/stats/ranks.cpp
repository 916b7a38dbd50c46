// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/check.h"
#include "stats/distributions.h"
#include "stats/rank_distribution.h"
#include "stats/summary.h"

namespace ringside::stats {
namespace {

constexpr std::size_t k_largest_exact_sample = 100;

Result<void> check_samples(std::span<const double> x, std::span<const double> y) {
  if (auto checked = check_values(x, 1, "a rank test"); !checked) return checked;
  return check_values(y, 1, "a rank test");
}

Result<void> check_exact_samples(std::span<const double> x, std::span<const double> y) {
  if (x.size() + y.size() > k_largest_exact_sample) {
    return fail(ErrorCode::unsupported,
                fmt::format("no exact rank test for more than {} values", k_largest_exact_sample),
                "use the asymptotic form");
  }
  return check_samples(x, y);
}

std::vector<double> joined(std::span<const double> x, std::span<const double> y) {
  std::vector<double> all(x.begin(), x.end());
  all.insert(all.end(), y.begin(), y.end());
  return all;
}

// Σ (t³ − t) over the groups of equal values.
double tie_term(std::vector<double> values) {
  std::ranges::sort(values);
  double sum = 0;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    const auto size = static_cast<double>(last - first);
    sum += size * size * size - size;
    first = last;
  }
  return sum;
}

MannWhitney with_both_u(std::span<const double> x, std::span<const double> y) {
  MannWhitney result;
  result.u_x = mann_whitney_u(x, y);
  result.u_y = static_cast<double>(x.size()) * static_cast<double>(y.size()) - result.u_x;
  return result;
}

}  // namespace

std::vector<double> midranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [values](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    const double shared = (static_cast<double>(first) + static_cast<double>(last)) / 2 + 1;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = shared;
    first = last + 1;
  }
  return ranks;
}

double mann_whitney_u(std::span<const double> x, std::span<const double> y) {
  const std::vector<double> ranks = midranks(joined(x, y));
  const auto n = static_cast<double>(x.size());
  const double rank_sum = std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(x.size()), 0.0);
  return rank_sum - n * (n + 1) / 2;
}

Result<MannWhitney> mann_whitney_exact(std::span<const double> x, std::span<const double> y) {
  if (auto checked = check_exact_samples(x, y); !checked) return std::unexpected(checked.error());
  std::vector<std::size_t> doubled;
  for (const double rank : midranks(joined(x, y))) doubled.push_back(static_cast<std::size_t>(std::lround(2 * rank)));
  const std::size_t sum =
      std::accumulate(doubled.begin(), doubled.begin() + static_cast<std::ptrdiff_t>(x.size()), std::size_t{0});
  MannWhitney result = with_both_u(x, y);
  result.p_two_sided = tails(sums_of_draws(doubled, x.size()), sum).two_sided();
  return result;
}

Result<MannWhitney> mann_whitney_asymptotic(std::span<const double> x, std::span<const double> y) {
  if (auto checked = check_samples(x, y); !checked) return std::unexpected(checked.error());
  MannWhitney result = with_both_u(x, y);
  const double pairs = result.u_x + result.u_y;
  const auto n = static_cast<double>(x.size() + y.size());
  const double variance = pairs / 12 * ((n + 1) - tie_term(joined(x, y)) / (n * (n - 1)));
  if (variance > 0) {
    const double distance = std::abs(result.u_x - pairs / 2) - 0.5;
    result.p_two_sided = std::min(1.0, 2 * normal_upper(distance / std::sqrt(variance)));
  }
  return result;
}

Result<ShiftEstimate> hodges_lehmann_shift(std::span<const double> x, std::span<const double> y, double confidence) {
  if (auto checked = check_exact_samples(x, y); !checked) return std::unexpected(checked.error());
  if (auto checked = check_probability(confidence, "confidence"); !checked) return std::unexpected(checked.error());
  std::vector<double> differences;
  differences.reserve(x.size() * y.size());
  for (const double a : x) {
    for (const double b : y) differences.push_back(a - b);
  }
  std::ranges::sort(differences);

  std::vector<std::size_t> ranks(x.size() + y.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{1});
  const std::size_t smallest_sum = x.size() * (x.size() + 1) / 2;
  const IntervalOrder order = interval_order(sums_of_draws(ranks, x.size()), smallest_sum, confidence);

  ShiftEstimate estimate{median(differences).value_or(0), order.k, std::nullopt};
  if (order.k > 0) {
    estimate.interval = Interval{differences[order.k - 1], differences[differences.size() - order.k], order.confidence};
  }
  return estimate;
}

}  // namespace ringside::stats
