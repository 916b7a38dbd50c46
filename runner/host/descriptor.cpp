// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace ringside::host {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    m_fd = std::exchange(other.m_fd, -1);
  }
  return *this;
}

void Descriptor::reset() {
  if (m_fd >= 0) ::close(m_fd);
  m_fd = -1;
}

Result<void> set_non_blocking(const Descriptor& descriptor) {
  const int flags = ::fcntl(descriptor.get(), F_GETFL);
  if (flags < 0 || ::fcntl(descriptor.get(), F_SETFL, flags | O_NONBLOCK) < 0) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot make a descriptor non-blocking: {}", strerror(errno)));
  }
  return {};
}

Result<SocketPair> socket_pair() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot make a socket pair: {}", strerror(errno)));
  }
  SocketPair pair{Descriptor(ends[0]), Descriptor(ends[1])};
  if (auto done = set_non_blocking(pair.ours); !done) return std::unexpected(done.error());
  return pair;
}

Result<Pipe> pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot make a pipe: {}", strerror(errno)));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace ringside::host
