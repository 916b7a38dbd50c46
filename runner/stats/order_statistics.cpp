// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/check.h"
#include "stats/summary.h"

namespace ringside::stats {

std::optional<MedianOrders> median_orders(std::size_t n, double confidence) {
  // The number of values below the median is binomial(n, 1/2). Terms in logs: 2^-n underflows beyond n = 1074.
  const auto count = static_cast<double>(n);
  const auto probability_of = [count](std::size_t below) {
    const auto i = static_cast<double>(below);
    return std::exp(std::lgamma(count + 1) - std::lgamma(i + 1) - std::lgamma(count - i + 1) - count * std::log(2.0));
  };
  std::optional<MedianOrders> orders;
  double tail = 0;
  for (std::size_t lower = 1; 2 * lower <= n; ++lower) {
    tail += probability_of(lower - 1);
    if (1 - 2 * tail < confidence) break;
    orders = MedianOrders{lower, n + 1 - lower, 1 - 2 * tail};
  }
  return orders;
}

Result<MedianEstimate> median_estimate(std::span<const double> values, double confidence) {
  const Result<double> middle = median(values);
  if (!middle) return std::unexpected(middle.error());
  MedianEstimate estimate{*middle, std::nullopt};
  if (const auto orders = median_orders(values.size(), confidence)) {
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    estimate.interval = Interval{sorted[orders->lower - 1], sorted[orders->upper - 1], orders->confidence};
  }
  return estimate;
}

}  // namespace ringside::stats
