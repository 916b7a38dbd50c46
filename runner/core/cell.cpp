// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cell.h"

#include <fnmatch.h>

#include <algorithm>

namespace ringside {

std::vector<Cell> cells_of(const std::vector<MatrixAxis>& matrix) {
  std::vector<Cell> cells{Cell{}};
  for (const MatrixAxis& axis : matrix) {
    std::vector<Cell> crossed;
    crossed.reserve(cells.size() * axis.values.size());
    for (const Cell& cell : cells) {
      for (const OptionValue& value : axis.values) {
        Cell next = cell;
        next.options.insert_or_assign(axis.option, value);
        crossed.push_back(std::move(next));
      }
    }
    cells = std::move(crossed);
  }
  return cells;
}

std::vector<Cell> cells_of(const Campaign& campaign) {
  std::vector<Cell> cells = cells_of(campaign.matrix);
  if (!campaign.design.cells.empty()) {
    std::erase_if(cells, [&](const Cell& cell) { return !fits_any(cell.key(), campaign.design.cells); });
  }
  return cells;
}

bool fits_any(const std::string& key, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return pattern == key || ::fnmatch(pattern.c_str(), key.c_str(), 0) == 0;
  });
}

}  // namespace ringside
