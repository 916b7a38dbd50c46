// SPDX-License-Identifier: GPL-3.0-or-later
// The published experiments that can be run again.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/campaign.h"
#include "core/result.h"

namespace ringside::replicate {

// Reads one experiment's campaign, with its quick form's overrides and then the user's.
[[nodiscard]] Result<Campaign> load_experiment(const std::filesystem::path& file, bool quick,
                                               std::span<const std::string> overrides = {});

// The campaign files in `folder`, in alphabetical order. Fails (not_found) where there are none.
[[nodiscard]] Result<std::vector<std::filesystem::path>> experiments_in(const std::filesystem::path& folder);

// Those that `name` means: one by its file's name without ".toml", or "all". Fails (usage) with the nearest name.
[[nodiscard]] Result<std::vector<std::filesystem::path>> choose_experiments(
    const std::vector<std::filesystem::path>& files, std::string_view name);

}  // namespace ringside::replicate
