// SPDX-License-Identifier: GPL-3.0-or-later
// [[arm]]: one of the things compared.
#pragma once

#include <filesystem>
#include <string_view>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// Letters, digits, '-', '_' and '+': what is left when the command line has taken its own separators. Campaign names
// may hold dots as well.
[[nodiscard]] bool is_arm_name(std::string_view name);

// `defaults` holds the campaign's guest, machine, backend and topology; relative paths start at `folder`.
[[nodiscard]] Result<Arm> read_arm(const Node& table, const Arm& defaults, const std::filesystem::path& folder);

}  // namespace ringside::config
