// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for devices without asking again and again.
#pragma once

#include "agent/files.h"
#include "core/units.h"

namespace ringside::agent {

// The kernel's device events (NETLINK_KOBJECT_UEVENT). Open it, look for the device, wait, look again: what
// appears in between is not missed.
class DeviceEvents {
 public:
  DeviceEvents();

  // Returns when at least one event has come (all that are waiting are taken), false when the deadline came first.
  // Where there is no such socket, returns after at most 50 ms instead.
  [[nodiscard]] bool wait_until(TimePoint deadline);

 private:
  Fd m_socket;
};

}  // namespace ringside::agent
