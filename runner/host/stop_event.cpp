// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/stop_event.h"

#include <sys/eventfd.h>

namespace ringside::host {

StopEvent::StopEvent(std::stop_token stop)
    : m_stop(std::move(stop)), m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (m_event.open() && m_stop.stop_possible()) {
    m_callback.emplace(m_stop, [fd = m_event.get()] { ::eventfd_write(fd, 1); });
  }
}

}  // namespace ringside::host
