// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace ringside::agent {

// The non-empty pieces between separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
// The pieces between runs of blanks, tabs and line ends.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);
// Without blanks and line ends at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

// A whole decimal number and nothing else.
template <typename Number>
[[nodiscard]] std::optional<Number> number(std::string_view text) {
  Number out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

}  // namespace ringside::agent
