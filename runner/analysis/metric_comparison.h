// SPDX-License-Identifier: GPL-3.0-or-later
// One cell and metric of two sides, before the family is adjusted. Pure.
#pragma once

#include <map>

#include "analysis/comparison.h"

namespace ringside::analysis {

// What one side brings to a cell.
struct CellSide {
  Estimate estimate;
  bool valid = false;  // has at least one valid measurement
};

// θ by block number of the blocks that hold both.
[[nodiscard]] std::map<int, double> paired_thetas(const Metric& metric, const Estimate& baseline,
                                                  const Estimate& candidate);

// `ended_blocks`: how many blocks could hold a pair; those that do not are bad.
[[nodiscard]] MetricComparison compare_paired(const Metric& metric, CellSide baseline, CellSide candidate,
                                              std::size_t ended_blocks, const stats::VerdictRule& rule);

// Welch over blocks: ratio and p are advisory, the verdict stays inconclusive (not_paired).
[[nodiscard]] MetricComparison compare_unpaired(const Metric& metric, CellSide baseline, CellSide candidate,
                                                const stats::VerdictRule& rule);

// Adjusts p over the cells of each metric and decides. `cells` are those of one candidate.
void decide_families(std::vector<CellComparison>& cells, Pairing pairing);

// Over the cells that have pairs, in the blocks that hold all of them; a metric without such blocks is left out.
[[nodiscard]] std::vector<GeometricMean> geometric_means(const std::vector<CellComparison>& cells, double alpha);

}  // namespace ringside::analysis
