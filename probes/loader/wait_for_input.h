// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

#include <array>
#include <cerrno>

namespace ringside::loader {

// Returns when standard input has ended; what comes on it is dropped.
inline void wait_for_end_of_input() {
  std::array<char, 256> ignored{};
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, ignored.data(), ignored.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return;
  }
}

}  // namespace ringside::loader
