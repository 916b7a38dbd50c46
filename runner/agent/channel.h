// SPDX-License-Identifier: GPL-3.0-or-later
// The agent's end of the control channel.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/files.h"
#include "agent/kernel_text/command_line.h"
#include "core/result.h"
#include "core/units.h"
#include "wire/frame.h"

namespace ringside::agent {

class Channel {
 public:
  // Waits for the device: the virtio-serial port "ringside.control", or /dev/ttyS1.
  [[nodiscard]] static Result<Channel> open(ControlKind kind, TimePoint deadline);

  // Sleeps until a whole payload is there; orphans are reaped meanwhile. An error is the end of the channel.
  [[nodiscard]] Result<std::string> receive();
  // Sleeps until the host took it. ErrorCode::protocol if the payload does not fit a frame (nothing was sent then).
  [[nodiscard]] Result<void> send(std::string_view payload);
  // Returns when everything sent has left the guest.
  void flush();

 private:
  explicit Channel(Fd device) : m_device(std::move(device)) {}

  Fd m_device;
  wire::FrameReader m_frames;
};

}  // namespace ringside::agent
