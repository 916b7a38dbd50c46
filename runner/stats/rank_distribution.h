// SPDX-License-Identifier: GPL-3.0-or-later
// Exact distributions of rank sums, by counting. Ranks are whole numbers: double them first where midranks occur.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ringside::stats {

// probability[s] of the sum s of those ranks that are chosen, when each is chosen by the toss of a coin.
[[nodiscard]] std::vector<double> sums_of_coin_tosses(std::span<const std::size_t> ranks);

// probability[s] of the sum s of `chosen` ranks drawn without replacement. Precondition: chosen ≤ ranks.size().
[[nodiscard]] std::vector<double> sums_of_draws(std::span<const std::size_t> ranks, std::size_t chosen);

struct Tails {
  double at_most = 0;
  double at_least = 0;

  // min(1, twice the smaller tail).
  [[nodiscard]] double two_sided() const;
};
[[nodiscard]] Tails tails(std::span<const double> probability, std::size_t sum);

// For an interval that runs from the k-th smallest to the k-th largest of the pairwise estimates, where
// probability[offset + u] is that of the rank statistic u. k is 0 where not even 1 gives the confidence.
struct IntervalOrder {
  std::size_t k = 0;
  double confidence = 0;
};
[[nodiscard]] IntervalOrder interval_order(std::span<const double> probability, std::size_t offset, double confidence);

}  // namespace ringside::stats
