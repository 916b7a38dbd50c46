// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of the exact lane: no statistics, since the figures it looks at repeat to the instruction.
#pragma once

#include <string>
#include <vector>

#include "core/path_tolerance.h"
#include "pathlen/figures.h"

namespace ringside::pathlen {

struct PathRegression {
  std::string module;
  std::string function;  // of a group: the dearest new function, with "group NAME" in `what`
  std::string what;      // "instructions of every call", "instructions in its branches", "group driver"
  double baseline = 0;
  double candidate = 0;
};

struct PathGate {
  PathTolerance tolerance;
  // Names of groups ("driver") or globs of functions ("vbr_*"). Empty: the groups driver, virtio_ring and
  // scatter-gather.
  std::vector<std::string> chosen;
};

// Whether the gate looks at this function.
[[nodiscard]] bool is_chosen(const PathGate& gate, const FunctionFigures& figures);

// A function that both sides call regresses where the instructions of every call rise beyond the tolerance, or those
// that it executes at all (its branches included). Functions that only one side calls, as where drivers are compared,
// are judged by their sum: of what every call executes, per I/O, in the chosen functions of each group.
[[nodiscard]] std::vector<PathRegression> regressions(const PathGate& gate,
                                                      const std::vector<FunctionFigures>& baseline,
                                                      const std::vector<FunctionFigures>& candidate);

}  // namespace ringside::pathlen
