// SPDX-License-Identifier: GPL-3.0-or-later
// One figure over all cells: the geometric mean of their ratios, with its interval over blocks.
#pragma once

#include <span>
#include <vector>

#include "core/result.h"
#include "stats/paired.h"

namespace ringside::stats {

struct GeometricMeanOverCells {
  std::vector<double> per_block;  // mean θ over the cells of each block
  PairedTest test;                // over blocks
};

// thetas[cell][block]; the blocks of all cells are the same and in the same order. Cells of one block share its
// luck, so they are averaged within the block first and the block stays the unit.
// Fails (invalid_result) without cells, with cells of different length, or as paired_t does.
[[nodiscard]] Result<GeometricMeanOverCells> geometric_mean_over_cells(std::span<const std::vector<double>> thetas,
                                                                       double confidence = 0.95);

}  // namespace ringside::stats
