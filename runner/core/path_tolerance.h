// SPDX-License-Identifier: GPL-3.0-or-later
// By how much a function may get longer before the gate calls it a regression.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside {

struct PathTolerance {
  double instructions = 0;  // per call
  double fraction = 0;      // of the baseline's figure; at most one of the two is above 0

  // The largest figure that is no regression against `baseline`.
  [[nodiscard]] double limit(double baseline) const { return baseline + instructions + baseline * fraction; }
  bool operator==(const PathTolerance&) const = default;
};

// "0", "2 instructions", "1 instruction", "1%".
[[nodiscard]] Result<PathTolerance> parse_path_tolerance(std::string_view text);
// As it is written in a campaign file.
[[nodiscard]] std::string to_text(const PathTolerance& tolerance);

}  // namespace ringside
