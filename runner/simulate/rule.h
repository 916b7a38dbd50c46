// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict rule as compare and gate apply it, and the bare tests over blocks beside it.
#pragma once

#include <vector>

#include "core/verdict.h"
#include "simulate/model.h"
#include "stats/verdict.h"

namespace ringside::simulate {

// The default rule: margin 5 %, floor 1 %, α = 0.05.
[[nodiscard]] stats::Assessment assessment_of(const CellCampaign& cell);
[[nodiscard]] stats::Decision rule_of_one_cell(const CellCampaign& cell);

[[nodiscard]] bool is_flagged(const stats::Decision& decision);  // regressed or improved

// Bare tests of θ = 0 over the blocks, at α = 0.05.
[[nodiscard]] bool paired_t_flags(const std::vector<double>& thetas);
[[nodiscard]] bool sign_flip_flags(const std::vector<double>& thetas);

}  // namespace ringside::simulate
