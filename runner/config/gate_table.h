// SPDX-License-Identifier: GPL-3.0-or-later
// [gate]: what counts as a regression.
#pragma once

#include <vector>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// `table` may be null: then the first arm is the baseline and the margins are the default ones.
[[nodiscard]] Result<Gate> read_gate(const Node* table, const std::vector<Arm>& arms);

}  // namespace ringside::config
