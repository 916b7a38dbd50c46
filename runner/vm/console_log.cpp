// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "vm/console.h"

namespace ringside::vm {

void ConsoleLog::feed(std::string_view bytes) {
  m_total += bytes.size();
  const std::size_t to_head = std::min(k_head - m_head.size(), bytes.size());
  m_head += bytes.substr(0, to_head);
  m_tail += bytes.substr(to_head);
  // Cut rarely, so that a flood costs no move per piece.
  if (m_tail.size() > 2 * k_tail) m_tail.erase(0, m_tail.size() - k_tail);
}

std::string ConsoleLog::text() const {
  const std::string_view tail =
      m_tail.size() > k_tail ? std::string_view(m_tail).substr(m_tail.size() - k_tail) : std::string_view(m_tail);
  const std::uint64_t missing = m_total - m_head.size() - tail.size();
  if (missing == 0) return m_head + m_tail;
  return m_head + fmt::format("\n[... {} bytes left out ...]\n", missing) + std::string(tail);
}

std::string ConsoleLog::last_lines(int lines) const {
  constexpr std::size_t k_look_back = 16384;
  const std::string whole = m_head.substr(m_head.size() - std::min(m_head.size(), k_look_back)) +
                            m_tail.substr(m_tail.size() - std::min(m_tail.size(), k_look_back));
  std::string clean;
  for (const char c : whole) {
    if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) clean += c;
  }
  while (clean.ends_with('\n')) clean.pop_back();
  std::size_t start = clean.size();
  for (int line = 0; line < lines && start != std::string::npos && start > 0; ++line) {
    start = clean.rfind('\n', start - 1);
  }
  return start == std::string::npos || start == 0 ? clean : clean.substr(start + 1);
}

}  // namespace ringside::vm
