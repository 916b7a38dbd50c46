// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions per I/O as tables and as JSON ("ringside.pathlen/1").
#pragma once

#include <string>
#include <vector>

#include "analysis/path_lengths.h"
#include "pathlen/gate.h"
#include "report/table.h"

namespace ringside::report {

// What the gate said about one candidate in one cell.
struct PathVerdict {
  std::string cell;
  std::string baseline;
  std::string candidate;
  std::vector<pathlen::PathRegression> regressions;  // empty: passed
};

struct PathView {
  std::size_t functions = 15;  // rows of the table of functions for each arm; 0: all
  bool compare = false;        // differences between arms instead of each arm's functions
  bool gated = false;
  std::vector<PathVerdict> verdicts;
};

// Groups by arm, the dearest functions, the spread over blocks, and what is exact.
[[nodiscard]] Document path_document(const analysis::PathLengths& lengths, const PathView& view);
// One row for each function of each arm and cell (of the first block), for CSV and markdown.
[[nodiscard]] Table path_table(const analysis::PathLengths& lengths);
[[nodiscard]] std::string path_json(const analysis::PathLengths& lengths, const PathView& view);

}  // namespace ringside::report
