// SPDX-License-Identifier: GPL-3.0-or-later
// The conditions every estimate puts on its input.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/result.h"

namespace ringside::stats {

// Fails (invalid_result), naming `what`, unless there are at least `minimum` values and all of them are finite.
[[nodiscard]] Result<void> check_values(std::span<const double> values, std::size_t minimum, std::string_view what);

// Fails (usage) unless 0 < probability < 1.
[[nodiscard]] Result<void> check_probability(double probability, std::string_view what);

}  // namespace ringside::stats
