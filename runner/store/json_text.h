// SPDX-License-Identifier: GPL-3.0-or-later
// The few lists and option sets that a column holds as JSON text, so that SQL's own functions can read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "core/result.h"

namespace ringside::store {

// Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string to_json(const OptionMap& options);
[[nodiscard]] std::string to_json(const std::vector<std::string>& list);
[[nodiscard]] std::string to_json(const std::vector<double>& list);

// These fail (invalid_result) on anything else than what to_json writes.
[[nodiscard]] Result<OptionMap> options_from_json(std::string_view text);
[[nodiscard]] Result<std::vector<std::string>> strings_from_json(std::string_view text);
[[nodiscard]] Result<std::vector<double>> numbers_from_json(std::string_view text);

}  // namespace ringside::store
