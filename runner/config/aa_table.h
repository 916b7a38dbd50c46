// SPDX-License-Identifier: GPL-3.0-or-later
// [aa]: one arm of the file under several names. `ringside aa` writes it by --set, so that the stored text of such a
// campaign is a campaign file like any other.
#pragma once

#include <filesystem>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// Replaces the campaign's arms. Paths are resolved against `folder`.
[[nodiscard]] Result<void> read_same_arm(const Node& table, const std::filesystem::path& folder, Campaign& campaign);

}  // namespace ringside::config
