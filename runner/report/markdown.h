// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as GitHub-flavoured markdown, to be pasted into a cover letter or an issue.
#pragma once

#include <string>

#include "report/table.h"

namespace ringside::report {

// Columns padded, so that it reads as plain text, too.
[[nodiscard]] std::string to_markdown(const Table& table);
// Titles as third-level headings, notes as a list.
[[nodiscard]] std::string to_markdown(const Document& document);

}  // namespace ringside::report
