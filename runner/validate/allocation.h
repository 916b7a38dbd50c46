// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a disk's file the host has really allocated, by QEMU.
#pragma once

#include <string>

#include "core/result.h"
#include "core/units.h"
#include "vm/machine.h"

namespace ringside::validate {

// Of the block node (vm::block_node). Errors: QMP's; not_found where there is no such node.
[[nodiscard]] Result<Bytes> allocated(vm::Machine& machine, const std::string& node);

}  // namespace ringside::validate
