// SPDX-License-Identifier: GPL-3.0-or-later
// [replication] and [[published]]: a campaign that measures again what a published table says.
#pragma once

#include <string>
#include <vector>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// The overrides of the quick form.
[[nodiscard]] Result<void> read_replication(const Node& table, std::vector<std::string>& quick);

// Fills `campaign.published`. The arms and the matrix must be read before: rows name both.
[[nodiscard]] Result<void> read_published(const Node& list, Campaign& campaign);

}  // namespace ringside::config
