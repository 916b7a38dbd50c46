// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as CSV by RFC 4180: CRLF, quotes where needed, one header line of column keys.
#pragma once

#include <string>

#include "report/table.h"

namespace ringside::report {

// Values, not texts: numbers in full precision, unknown ones empty, booleans as true and false.
[[nodiscard]] std::string to_csv(const Table& table);

}  // namespace ringside::report
