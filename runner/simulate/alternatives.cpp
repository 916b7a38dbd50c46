// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/alternatives.h"

#include <cmath>
#include <numeric>

#include "stats/ranks.h"
#include "stats/welch.h"

namespace ringside::simulate {
namespace {

constexpr double k_alpha = 0.05;
constexpr std::size_t k_permutations = 499;

std::vector<double> means_of_boots(const std::vector<std::vector<double>>& boots) {
  std::vector<double> means;
  for (const auto& boot : boots) {
    means.push_back(std::accumulate(boot.begin(), boot.end(), 0.0) / static_cast<double>(boot.size()));
  }
  return means;
}

}  // namespace

bool welch_over_runs_flags(const CellCampaign& cell) {
  const auto baseline = pooled_logs(cell.baseline);
  const auto candidate = pooled_logs(cell.candidate);
  return stats::welch_difference(baseline, candidate).value().p_two_sided <= k_alpha;
}

bool mann_whitney_over_runs_flags(const CellCampaign& cell) {
  const auto baseline = pooled_logs(cell.baseline);
  const auto candidate = pooled_logs(cell.candidate);
  return stats::mann_whitney_asymptotic(baseline, candidate).value().p_two_sided <= k_alpha;
}

bool permutation_over_runs_flags(const CellCampaign& cell, Noise& noise) {
  std::vector<double> runs = pooled_logs(cell.baseline);
  const auto of_candidate = pooled_logs(cell.candidate);
  const std::size_t size = runs.size();
  const double sum_of_baseline = std::accumulate(runs.begin(), runs.end(), 0.0);
  runs.insert(runs.end(), of_candidate.begin(), of_candidate.end());
  const double expected =
      std::accumulate(runs.begin(), runs.end(), 0.0) * static_cast<double>(size) / static_cast<double>(runs.size());

  // With both sums fixed, the sum of one side alone orders the relabellings as the difference of the means does.
  const double observed = std::abs(sum_of_baseline - expected) * (1 - 1e-12);
  std::size_t as_extreme = 1;  // the labelling that was observed
  for (std::size_t permutation = 0; permutation < k_permutations; ++permutation) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(runs[i], runs[i + noise.below(runs.size() - i)]);
      sum += runs[i];
    }
    if (std::abs(sum - expected) >= observed) ++as_extreme;
  }
  return static_cast<double>(as_extreme) / (k_permutations + 1) <= k_alpha;
}

bool welch_over_boots_flags(const CellCampaign& cell) {
  const auto baseline = means_of_boots(cell.baseline);
  const auto candidate = means_of_boots(cell.candidate);
  return stats::welch_slowdown(stats::BetterWhen::higher, baseline, candidate).value().p_two_sided <= k_alpha;
}

}  // namespace ringside::simulate
