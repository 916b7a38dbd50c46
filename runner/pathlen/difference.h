// SPDX-License-Identifier: GPL-3.0-or-later
// Two sides (arms, builds) of one cell, function by function.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pathlen/figures.h"

namespace ringside::pathlen {

struct FunctionDifference {
  std::optional<FunctionFigures> baseline;  // absent: the function is not called there
  std::optional<FunctionFigures> candidate;
  double per_io = 0;  // candidate less baseline

  [[nodiscard]] const FunctionFigures& either() const { return baseline ? *baseline : *candidate; }
};

// All functions of both, the largest difference first. Functions are the same if module and name are; modules of the
// reference driver's builds (virtio_blk_ref, virtio_blk_ref_nop1) count as one.
[[nodiscard]] std::vector<FunctionDifference> differences(const std::vector<FunctionFigures>& baseline,
                                                          const std::vector<FunctionFigures>& candidate);

}  // namespace ringside::pathlen
