// SPDX-License-Identifier: GPL-3.0-or-later
// One end of a socket pair: non-blocking, with what could not be sent yet.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.h"
#include "host/descriptor.h"

namespace ringside::vm {

class Channel {
 public:
  Channel() = default;
  explicit Channel(host::Descriptor descriptor) : m_descriptor(std::move(descriptor)) {}

  // -1 once the other side has closed it: poll() then ignores it.
  [[nodiscard]] int fd() const { return m_descriptor.get(); }
  [[nodiscard]] bool open() const { return m_descriptor.open(); }
  // Gives the descriptor away.
  [[nodiscard]] host::Descriptor release() { return std::move(m_descriptor); }
  // What poll() should wait for.
  [[nodiscard]] short wanted_events() const;

  // Appends what has come, at most `limit` bytes, and closes the channel at its end. Returns how many bytes came.
  std::size_t receive(std::string& to, std::size_t limit);
  // Queues bytes and sends what goes without waiting.
  void send(std::string_view bytes);
  // Sends what is queued, as far as it goes without waiting.
  void flush();
  // Sends a whole message with a descriptor attached (SCM_RIGHTS). Only while nothing is queued.
  [[nodiscard]] Result<void> send_with_descriptor(std::string_view bytes, int descriptor);

 private:
  host::Descriptor m_descriptor;
  std::string m_outgoing;
};

}  // namespace ringside::vm
