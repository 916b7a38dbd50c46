// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

constexpr std::string_view k_blanks = " \t\r\n";

std::vector<std::string_view> pieces(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> out;
  std::size_t at = text.find_first_not_of(separators);
  while (at != std::string_view::npos) {
    const std::size_t end = text.find_first_of(separators, at);
    out.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(separators, end);
  }
  return out;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  return pieces(text, {&separator, 1});
}

std::vector<std::string_view> words(std::string_view text) {
  return pieces(text, k_blanks);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(k_blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_blanks) - begin + 1);
}

}  // namespace ringside::agent
