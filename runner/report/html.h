// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and documents as HTML. Names come from files of others: every text passes markup_escaped, so markup in it is
// shown and never interpreted.
#pragma once

#include <string>
#include <string_view>

#include "report/table.h"

namespace ringside::report {

// The CSS class that stands for a tone: "good", "bad", "doubtful", "dim", "strong"; empty for plain.
[[nodiscard]] std::string_view tone_class(Tone tone);

[[nodiscard]] std::string to_html(const Table& table);
// Sections with third-level headings, notes as a list.
[[nodiscard]] std::string to_html(const Document& document);

}  // namespace ringside::report
