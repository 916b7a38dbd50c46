// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_messages.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "agent/kernel_text/kernel_log.h"

namespace ringside::agent {

KernelMessages::KernelMessages() : m_kmsg(::open("/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

std::vector<std::string> KernelMessages::drain() {
  std::vector<std::string> out;
  std::size_t dropped = 0;
  std::array<char, 8192> record{};  // one read gives one record
  while (m_kmsg.open()) {
    const ssize_t got = ::read(m_kmsg.get(), record.data(), record.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EPIPE) {  // overwritten before it was read; the next read goes on behind the gap
      out.emplace_back("(the kernel dropped messages here)");
      continue;
    }
    if (got <= 0) break;
    auto line = line_of_record({record.data(), static_cast<std::size_t>(got)});
    if (!line) continue;
    if (out.size() < k_max_lines) {
      out.push_back(std::move(*line));
    } else {
      ++dropped;
    }
  }
  if (dropped > 0) out.push_back(fmt::format("({} more lines)", dropped));
  return out;
}

}  // namespace ringside::agent
