// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_width.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace ringside::report {
namespace {

constexpr std::uint32_t k_replacement = 0xFFFD;
constexpr std::string_view k_replacement_utf8 = "\xEF\xBF\xBD";

struct Decoded {
  std::uint32_t code = k_replacement;
  std::size_t length = 1;  // bytes
  bool broken = true;
};

// One character from the front of a non-empty text. Overlong forms, surrogates and values above U+10FFFF are broken.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1, false};
  std::size_t length = 0;
  std::uint32_t code = 0;
  std::uint32_t smallest = 0;
  if ((first & 0xE0) == 0xC0) {
    length = 2, code = first & 0x1Fu, smallest = 0x80;
  } else if ((first & 0xF0) == 0xE0) {
    length = 3, code = first & 0x0Fu, smallest = 0x800;
  } else if ((first & 0xF8) == 0xF0) {
    length = 4, code = first & 0x07u, smallest = 0x10000;
  } else {
    return {};
  }
  if (text.size() < length) return {};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  if (code < smallest || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length, false};
}

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// The blocks that matter in names and tables, rising. From the Unicode properties Mn/Me/Cf and East_Asian_Width W/F.
constexpr std::array k_zero_width{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489},   Range{0x0591, 0x05BD},  Range{0x0610, 0x061A},
    Range{0x064B, 0x065F}, Range{0x0900, 0x0902},   Range{0x0E34, 0x0E3A},  Range{0x0E47, 0x0E4E},
    Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},   Range{0x200B, 0x200F},  Range{0x202A, 0x202E},
    Range{0x2060, 0x2064}, Range{0x20D0, 0x20FF},   Range{0xFE00, 0xFE0F},  Range{0xFE20, 0xFE2F},
    Range{0xFEFF, 0xFEFF}, Range{0x1F3FB, 0x1F3FF}, Range{0xE0100, 0xE01EF}};
constexpr std::array k_double_width{
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},
    Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool lies_in(const std::array<Range, N>& ranges, std::uint32_t code) {
  const auto* const after = std::upper_bound(
      ranges.begin(), ranges.end(), code, [](std::uint32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

std::size_t width_of(std::uint32_t code) {
  if (lies_in(k_zero_width, code)) return 0;
  return lies_in(k_double_width, code) ? 2 : 1;
}

bool is_control(std::uint32_t code) {
  // The bidirectional overrides reorder what follows, which is as bad as an escape sequence.
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const Decoded character = decode(utf8);
    width += width_of(character.code);
    utf8.remove_prefix(character.length);
  }
  return width;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Decoded character = decode(text);
    if (character.code != '\n' && (character.broken || is_control(character.code))) {
      out += k_replacement_utf8;
    } else {
      out += text.substr(0, character.length);
    }
    text.remove_prefix(character.length);
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::size_t width = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    const Decoded character = decode(text.substr(end));
    if (width + width_of(character.code) > columns - 1) break;
    width += width_of(character.code);
    end += character.length;
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace ringside::report
