// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cell.h"

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

}  // namespace ringside
