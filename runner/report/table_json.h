// SPDX-License-Identifier: GPL-3.0-or-later
// A flat table as JSON: {"schema": …, NAME: [{key: value, …}, …]}.
#pragma once

#include <string>
#include <string_view>

#include "report/table.h"

namespace ringside::report {

// Indented, with a line feed at the end. Unknown values and figures that are no number are null.
[[nodiscard]] std::string to_json(const Table& table, std::string_view schema, std::string_view name);

}  // namespace ringside::report
