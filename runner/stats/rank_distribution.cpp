// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/rank_distribution.h"

#include <algorithm>
#include <numeric>

namespace ringside::stats {

std::vector<double> sums_of_coin_tosses(std::span<const std::size_t> ranks) {
  const std::size_t largest = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<double> probability{1.0};
  probability.resize(largest + 1);
  std::size_t reached = 0;
  for (const std::size_t rank : ranks) {
    reached += rank;
    // Downward, so that each rank is used once.
    for (std::size_t sum = reached + 1; sum-- > 0;) {
      const double with_rank = sum >= rank ? probability[sum - rank] : 0;
      probability[sum] = 0.5 * (probability[sum] + with_rank);
    }
  }
  return probability;
}

std::vector<double> sums_of_draws(std::span<const std::size_t> ranks, std::size_t chosen) {
  const std::size_t largest = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  const std::size_t width = largest + 1;
  // ways[j · width + s]: in how many ways j of the ranks seen so far make the sum s.
  std::vector<double> ways{1.0};
  ways.resize((chosen + 1) * width);
  std::size_t reached = 0;
  std::size_t seen = 0;
  for (const std::size_t rank : ranks) {
    reached += rank;
    ++seen;
    for (std::size_t j = std::min(seen, chosen); j > 0; --j) {
      for (std::size_t sum = rank; sum <= reached; ++sum) ways[j * width + sum] += ways[(j - 1) * width + sum - rank];
    }
  }
  const auto row = ways.begin() + static_cast<std::ptrdiff_t>(chosen * width);
  std::vector<double> probability(row, row + static_cast<std::ptrdiff_t>(width));
  const double all = std::accumulate(probability.begin(), probability.end(), 0.0);
  for (double& value : probability) value /= all;
  return probability;
}

double Tails::two_sided() const {
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

Tails tails(std::span<const double> probability, std::size_t sum) {
  Tails result;
  for (std::size_t s = 0; s < probability.size(); ++s) {
    if (s <= sum) result.at_most += probability[s];
    if (s >= sum) result.at_least += probability[s];
  }
  return result;
}

IntervalOrder interval_order(std::span<const double> probability, std::size_t offset, double confidence) {
  IntervalOrder order;
  double tail = 0;
  for (std::size_t k = 1; offset + k - 1 < probability.size(); ++k) {
    tail += probability[offset + k - 1];
    if (1 - 2 * tail < confidence) break;
    order = {k, 1 - 2 * tail};
  }
  return order;
}

}  // namespace ringside::stats
