// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/multiplicity.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ringside::stats {
namespace {

Result<void> check_p_values(std::span<const double> p) {
  for (const double value : p) {
    // Written so that a NaN fails too.
    if (!(value >= 0 && value <= 1)) {
      return fail(ErrorCode::invalid_result, fmt::format("{} is not a p value", value));
    }
  }
  return {};
}

std::vector<std::size_t> rising_order(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [p](std::size_t i) { return p[i]; });
  return order;
}

}  // namespace

Result<std::vector<double>> holm(std::span<const double> p) {
  if (auto checked = check_p_values(p); !checked) return std::unexpected(checked.error());
  std::vector<double> adjusted(p.size());
  double largest_so_far = 0;
  std::size_t still_open = p.size();
  for (const std::size_t i : rising_order(p)) {
    largest_so_far = std::max(largest_so_far, std::min(1.0, static_cast<double>(still_open) * p[i]));
    adjusted[i] = largest_so_far;
    --still_open;
  }
  return adjusted;
}

Result<std::vector<double>> benjamini_hochberg(std::span<const double> p) {
  if (auto checked = check_p_values(p); !checked) return std::unexpected(checked.error());
  std::vector<double> adjusted(p.size());
  const std::vector<std::size_t> order = rising_order(p);
  double smallest_so_far = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t i = order[rank - 1];
    smallest_so_far = std::min(smallest_so_far, p[i] * (static_cast<double>(order.size()) / static_cast<double>(rank)));
    adjusted[i] = smallest_so_far;
  }
  return adjusted;
}

}  // namespace ringside::stats
