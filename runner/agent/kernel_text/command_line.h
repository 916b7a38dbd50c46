// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernel's command line tells the agent.
#pragma once

#include <string_view>

namespace ringside::agent {

enum class ControlKind { virtio_serial, isa_serial };

// The last "ringside.control=isa-serial" or "…=virtio-serial"; virtio-serial where there is none.
[[nodiscard]] ControlKind control_of(std::string_view command_line);

}  // namespace ringside::agent
