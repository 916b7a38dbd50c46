// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) std::_Exit(9);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void flood(int fd, std::string_view bytes) {
  for (;;) write_all(fd, bytes);
}

void hang() {
  for (;;) ::pause();
}
