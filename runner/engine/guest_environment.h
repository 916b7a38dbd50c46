// SPDX-License-Identifier: GPL-3.0-or-later
// The record of the guest that measured: its kernel, its command line, its mitigations, what its image holds.
#pragma once

#include "core/result.h"
#include "image/image.h"
#include "store/records.h"
#include "vm/machine.h"

namespace ringside::engine {

// Errors are the boot's.
[[nodiscard]] Result<store::Environment> read_guest_environment(vm::Machine& machine, const image::Image& image);

}  // namespace ringside::engine
