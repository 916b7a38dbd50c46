// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/failure.h"

#include "report/text_width.h"

namespace ringside::cli {

std::string failure_text(const Error& error) {
  // Messages may quote a guest's console or a file's content.
  std::string text = report::printable(error.text());
  while (text.ends_with('\n')) text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
    if (text.compare(at + 1, 2, "  ") != 0) text.insert(at + 1, "  ");
  }
  return "ringside: error: " + text + '\n';
}

}  // namespace ringside::cli
