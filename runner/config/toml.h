// SPDX-License-Identifier: GPL-3.0-or-later
// TOML text to a tree. The only file behind which toml++ is known.
#pragma once

#include <string_view>

#include "config/node.h"
#include "core/result.h"

namespace ringside::config {

// `name` stands for the file in positions. Errors: ErrorCode::configuration with line and column.
[[nodiscard]] Result<Node> parse_toml(std::string_view text, std::string_view name);

// The value of an override, standing at `at` throughout: TOML if it is that, else the text itself. Dates, and numbers
// that are not finite, are texts. A list must be TOML. Errors: ErrorCode::configuration.
[[nodiscard]] Result<Node> parse_value(std::string_view text, const Position& at);

}  // namespace ringside::config
