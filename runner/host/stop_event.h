// SPDX-License-Identifier: GPL-3.0-or-later
// A stop_token as something poll() can wait for.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "host/descriptor.h"

namespace ringside::host {

class StopEvent {
 public:
  explicit StopEvent(std::stop_token stop);
  StopEvent(const StopEvent&) = delete;
  StopEvent& operator=(const StopEvent&) = delete;
  ~StopEvent() = default;

  // Readable from the moment a stop is requested. -1 if the system has no descriptor left.
  [[nodiscard]] int fd() const { return m_event.get(); }
  [[nodiscard]] bool requested() const { return m_stop.stop_requested(); }

 private:
  std::stop_token m_stop;
  Descriptor m_event;
  std::optional<std::stop_callback<std::function<void()>>> m_callback;  // last: must go before the event
};

}  // namespace ringside::host
