// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign's instructions per I/O, as every view shows them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/path_length.h"
#include "core/result.h"
#include "pathlen/figures.h"
#include "store/store.h"

namespace ringside::analysis {

// One counted block.
struct PathRun {
  int block = 1;
  PathProfile profile;
  std::vector<pathlen::FunctionFigures> functions;  // dearest first
  std::vector<pathlen::GroupFigures> groups;        // all, in their order
  double per_io = 0;                                // the sum of the groups
};

struct PathSide {
  std::string arm;
  std::string build_id;  // of its driver
  std::vector<PathRun> runs;
};

struct PathCell {
  std::string cell;             // its key
  std::vector<PathSide> sides;  // in the campaign's order of arms; only those that were counted
};

struct PathLengths {
  Uuid campaign;
  std::string name;
  std::string baseline;  // arm
  std::string kernel;    // release
  std::string qemu;      // version
  std::string cpu_model;
  std::vector<PathCell> cells;

  [[nodiscard]] bool empty() const { return cells.empty(); }
  // Leaves these arms and the cells that one of them was counted in; the first of them becomes the baseline.
  void keep(const std::vector<std::string>& arms);
};

// Of complete blocks. A campaign that was not counted has no cells.
[[nodiscard]] Result<PathLengths> path_lengths(const store::Store& store, CampaignRow campaign);

}  // namespace ringside::analysis
