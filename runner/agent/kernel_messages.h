// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel log as it grows.
#pragma once

#include <string>
#include <vector>

#include "agent/files.h"

namespace ringside::agent {

class KernelMessages {
 public:
  // Starts at the oldest message that the kernel still has. Without /dev/kmsg there are no messages.
  KernelMessages();

  // Lines that came since the last call, at most k_max_lines of them (the first ones; the rest is counted in a last
  // line), with a line that says so where the kernel dropped some.
  [[nodiscard]] std::vector<std::string> drain();

  static constexpr std::size_t k_max_lines = 2000;

 private:
  Fd m_kmsg;
};

}  // namespace ringside::agent
