// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/channel.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>

namespace ringside::vm {

short Channel::wanted_events() const {
  return m_outgoing.empty() ? short{POLLIN} : static_cast<short>(POLLIN | POLLOUT);
}

std::size_t Channel::receive(std::string& to, std::size_t limit) {
  std::size_t received = 0;
  std::array<char, 65536> chunk{};
  while (open() && received < limit) {
    const ssize_t got = ::read(fd(), chunk.data(), std::min(chunk.size(), limit - received));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      m_descriptor.reset();
      break;
    }
    to.append(chunk.data(), static_cast<std::size_t>(got));
    received += static_cast<std::size_t>(got);
  }
  return received;
}

void Channel::send(std::string_view bytes) {
  m_outgoing += bytes;
  flush();
}

void Channel::flush() {
  std::size_t sent = 0;
  while (open() && sent < m_outgoing.size()) {
    const ssize_t done = ::send(fd(), m_outgoing.data() + sent, m_outgoing.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EAGAIN) break;
    if (done < 0) {
      // The reading side will notice the end as well and say why.
      sent = m_outgoing.size();
      break;
    }
    sent += static_cast<std::size_t>(done);
  }
  m_outgoing.erase(0, sent);
}

Result<void> Channel::send_with_descriptor(std::string_view bytes, int descriptor) {
  assert(m_outgoing.empty());
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  const ssize_t done = ::sendmsg(fd(), &message, MSG_NOSIGNAL);
  if (done < 0) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot hand a descriptor to QEMU: {}", strerror(errno)));
  }
  send(bytes.substr(static_cast<std::size_t>(done)));
  return {};
}

}  // namespace ringside::vm
