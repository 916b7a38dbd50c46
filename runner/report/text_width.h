// SPDX-License-Identifier: GPL-3.0-or-later
// How many columns of a terminal a UTF-8 text takes, and texts made safe for one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ringside::report {

// Columns, without regard to the locale: combining marks take none, East Asian wide characters and emoji two.
// Broken UTF-8 counts one column per byte, as `printable` writes it.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

// The text with control characters (escape sequences included) and broken UTF-8 replaced by U+FFFD: names come from
// files of others and must not steer a terminal. Line feeds stay.
[[nodiscard]] std::string printable(std::string_view text);

// `text` cut to at most `columns`, its end then being "…". Never cuts through a character.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

}  // namespace ringside::report
