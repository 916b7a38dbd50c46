// SPDX-License-Identifier: GPL-3.0-or-later
// What no single table can know: combinations that cannot work, refused before anything is started.
#pragma once

#include <vector>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// `arms` are the nodes that campaign.arms were read from, in the same order.
[[nodiscard]] Result<void> check_combinations(const Campaign& campaign, const std::vector<Node>& arms);

}  // namespace ringside::config
