// SPDX-License-Identifier: GPL-3.0-or-later
// From a request to its answer.
#pragma once

#include "agent/disks.h"
#include "agent/kernel_messages.h"
#include "agent/modules.h"
#include "wire/messages.h"

namespace ringside::agent {

// What requests work on, for the whole life of the guest.
struct Guest {
  KernelMessages messages;
  Modules modules{messages};
  Disks disks{messages};
};

// PowerOff is answered here and done by the caller.
[[nodiscard]] Result<wire::Answer> answer(Guest& guest, const wire::Request& request);

// The reply as a payload that fits a frame: a fio output that does not is cut at its end, anything else too large
// becomes an error.
[[nodiscard]] std::string payload_of(wire::Reply reply);

}  // namespace ringside::agent
