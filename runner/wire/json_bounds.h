// SPDX-License-Identifier: GPL-3.0-or-later
// What a JSON text from the guest may cost, decided before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/result.h"

namespace ringside::wire {

inline constexpr int k_max_depth = 16;                // our messages need 6
inline constexpr std::size_t k_max_values = 200'000;  // elements, members and containers

// One pass, constant memory. ErrorCode::protocol if the text nests deeper or holds more values than our messages
// ever do, so that a frame of brackets costs the host neither its stack nor its memory. Does not check syntax.
[[nodiscard]] Result<void> check_json_bounds(std::string_view text);

}  // namespace ringside::wire
