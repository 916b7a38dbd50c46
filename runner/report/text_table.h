// SPDX-License-Identifier: GPL-3.0-or-later
// Tables for a terminal: aligned by display width, fitted to it, coloured only on request.
#pragma once

#include <cstddef>
#include <string>

#include "report/table.h"

namespace ringside::report {

struct TextStyle {
  std::size_t width = 0;  // columns to fit into; 0: as wide as it gets
  bool colour = false;
};

// Too wide a table has its fields wrapped at spaces, if it must be at unbreakable ones; one that does not fit even so
// is written as one paragraph per row, "title  value" on each line. Nothing is ever cut. Ends with a line feed; empty
// for a table without columns.
[[nodiscard]] std::string to_text(const Table& table, const TextStyle& style = {});

// Headings, lines, tables and notes, long lines wrapped.
[[nodiscard]] std::string to_text(const Document& document, const TextStyle& style = {});

// `text` in the colour of `tone`, or as it is.
[[nodiscard]] std::string coloured(std::string_view text, Tone tone, bool colour);

// Wrapped at spaces; continuation lines begin with `indent` spaces. Width 0 leaves it as it is.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

}  // namespace ringside::report
