// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/geometric_mean.h"

#include <fmt/format.h>

namespace ringside::stats {

Result<GeometricMeanOverCells> geometric_mean_over_cells(std::span<const std::vector<double>> thetas,
                                                         double confidence) {
  if (thetas.empty()) return fail(ErrorCode::invalid_result, "a geometric mean over cells needs at least one cell");
  const std::size_t blocks = thetas.front().size();
  GeometricMeanOverCells result;
  result.per_block.assign(blocks, 0);
  for (const std::vector<double>& cell : thetas) {
    if (cell.size() != blocks) {
      return fail(ErrorCode::invalid_result,
                  fmt::format("cells of {} and {} blocks have no common mean", blocks, cell.size()),
                  "use only the blocks that all cells have");
    }
    for (std::size_t block = 0; block < blocks; ++block) result.per_block[block] += cell[block];
  }
  for (double& value : result.per_block) value /= static_cast<double>(thetas.size());
  Result<PairedTest> test = paired_t(result.per_block, confidence);
  if (!test) return std::unexpected(std::move(test).error());
  result.test = *test;
  return result;
}

}  // namespace ringside::stats
