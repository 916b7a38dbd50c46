// SPDX-License-Identifier: GPL-3.0-or-later
// `--set KEY=VALUE`: laid over the tree before anything is checked, and kept with the campaign's text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/node.h"
#include "core/result.h"

namespace ringside::config {

// Sets the value that "guest.kernel=debian-6.12" names; "arm.NAME.…" goes into the arm of that name. Tables that are
// missing are made: whether such a key exists is for the reader of the table to say.
// Errors: ErrorCode::configuration for a malformed override, an unknown arm, a way through something that is no table.
[[nodiscard]] Result<void> apply_override(Node& root, std::string_view override_text);

// The text with the overrides as comments behind it, and back: what a store keeps is enough to do the same again.
[[nodiscard]] std::string with_overrides(std::string_view text, std::span<const std::string> overrides);
[[nodiscard]] std::vector<std::string> recorded_overrides(std::string_view text);

}  // namespace ringside::config
