// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace ringside {
namespace {

// More words than this are a list nobody reads.
constexpr std::size_t k_few_words = 16;

std::string folded(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::string a = folded(one);
  const std::string b = folded(other);
  // Three rows of the usual table: two rows back is what a swap needs.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> words) {
  const auto distance = [word](std::string_view other) { return edit_distance(word, other); };
  const auto found = std::ranges::min_element(words, {}, distance);
  return found == words.end() ? std::string_view{} : *found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> words) {
  if (words.empty()) return {};
  std::string out = fmt::format("did you mean '{}'?", nearest(word, words));
  if (words.size() > 1 && words.size() <= k_few_words) out += fmt::format(" (valid here: {})", fmt::join(words, ", "));
  return out;
}

}  // namespace ringside
