// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/cell_names.h"

#include <algorithm>

namespace ringside::report {

CellNames cell_names(std::span<const OptionMap> cells) {
  CellNames result;
  OptionMap common;
  if (cells.size() > 1) {
    for (const auto& [name, value] : cells.front()) {
      const bool everywhere = std::ranges::all_of(cells, [&](const OptionMap& cell) {
        const auto found = cell.find(name);
        return found != cell.end() && found->second == value;
      });
      if (everywhere) common.emplace(name, value);
    }
  }
  result.common = to_text(common);
  for (const auto& cell : cells) {
    OptionMap own = cell;
    for (const auto& [name, value] : common) own.erase(name);
    result.names.push_back(own.empty() ? to_text(cell) : to_text(own));
  }
  return result;
}

}  // namespace ringside::report
