// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/device_events.h"

#include <linux/netlink.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

namespace ringside::agent {
namespace {

Fd event_socket() {
  Fd out(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT));
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  address.nl_groups = 1;  // the kernel's own events
  if (!out.open() || ::bind(out.get(), std::bit_cast<const sockaddr*>(&address), sizeof(address)) != 0) return {};
  return out;
}

}  // namespace

DeviceEvents::DeviceEvents() : m_socket(event_socket()) {}

bool DeviceEvents::wait_until(TimePoint deadline) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(deadline - SteadyClock::now());
  if (left <= milliseconds(0)) return false;
  pollfd waiting{m_socket.get(), POLLIN, 0};  // a negative descriptor is only a pause
  const auto pause = m_socket.open() ? left : std::min(left, milliseconds(50));
  const int ready = ::poll(&waiting, 1, static_cast<int>(pause.count()));
  if (!m_socket.open() || (ready < 0 && errno == EINTR)) return true;
  std::array<char, 4096> event{};
  while (::recv(m_socket.get(), event.data(), event.size(), 0) > 0 || errno == ENOBUFS) {
  }
  return ready > 0;
}

}  // namespace ringside::agent
