// SPDX-License-Identifier: GPL-3.0-or-later
// What all cells have in common is said once above a table; its rows name only what differs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/option.h"

namespace ringside::report {

struct CellNames {
  std::string common;              // "bs=4k rw=randread"; empty where nothing is common to all
  std::vector<std::string> names;  // one per cell, in order: "numjobs=2"
};

// A single cell keeps its whole key as its name.
[[nodiscard]] CellNames cell_names(std::span<const OptionMap> cells);

}  // namespace ringside::report
