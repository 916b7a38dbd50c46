// SPDX-License-Identifier: GPL-3.0-or-later
// File descriptors that close themselves, and the few kinds the runner makes. All are close-on-exec.
#pragma once

#include <utility>

#include "core/result.h"

namespace ringside::host {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  [[nodiscard]] int get() const { return m_fd; }
  [[nodiscard]] bool open() const { return m_fd >= 0; }
  void reset();

 private:
  int m_fd = -1;
};

// A connected stream pair: `ours` is non-blocking, `theirs` is for a child to inherit.
struct SocketPair {
  Descriptor ours;
  Descriptor theirs;
};
[[nodiscard]] Result<SocketPair> socket_pair();

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};
[[nodiscard]] Result<Pipe> pipe();

[[nodiscard]] Result<void> set_non_blocking(const Descriptor& descriptor);

}  // namespace ringside::host
