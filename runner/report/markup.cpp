// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/markup.h"

#include "report/text_width.h"

namespace ringside::report {
namespace {

// Two characters of Unicode that XML 1.0 forbids and `printable` lets through: U+FFFE and U+FFFF.
bool is_no_xml(std::string_view text, std::size_t at) {
  const std::string_view three = text.substr(at, 3);
  return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF";
}

}  // namespace

std::string markup_escaped(std::string_view raw) {
  const std::string text = printable(raw);
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        if (is_no_xml(text, at)) {
          out += "\xEF\xBF\xBD";
          at += 2;
        } else {
          out += text[at];
        }
    }
  }
  return out;
}

}  // namespace ringside::report
