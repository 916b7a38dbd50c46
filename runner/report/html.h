// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and documents as HTML. Names come from files of others: every text passes html_escaped, so markup in it is
// shown and never interpreted.
#pragma once

#include <string>
#include <string_view>

#include "report/table.h"

namespace ringside::report {

// For element content and quoted attributes; control characters and broken UTF-8 become U+FFFD.
[[nodiscard]] std::string html_escaped(std::string_view text);

// The CSS class that stands for a tone: "good", "bad", "doubtful", "dim", "strong"; empty for plain.
[[nodiscard]] std::string_view tone_class(Tone tone);

[[nodiscard]] std::string to_html(const Table& table);
// Sections with third-level headings, notes as a list.
[[nodiscard]] std::string to_html(const Document& document);

}  // namespace ringside::report
