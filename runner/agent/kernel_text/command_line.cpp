// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/command_line.h"

#include "agent/kernel_text/split.h"

namespace ringside::agent {

ControlKind control_of(std::string_view command_line) {
  ControlKind out = ControlKind::virtio_serial;
  for (const std::string_view word : words(command_line)) {
    if (word == "ringside.control=isa-serial") out = ControlKind::isa_serial;
    if (word == "ringside.control=virtio-serial") out = ControlKind::virtio_serial;
  }
  return out;
}

}  // namespace ringside::agent
