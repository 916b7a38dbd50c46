// SPDX-License-Identifier: GPL-3.0-or-later
// What arrived at the device, counted by QEMU: evidence that does not come from the driver under test.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "vm/machine.h"

namespace ringside::validate {

// Since the disk was plugged. QEMU calls discards "unmap".
struct BlockCounters {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t flushes = 0;
  std::uint64_t discards = 0;
  std::uint64_t failed_reads = 0;
  std::uint64_t failed_writes = 0;
  std::uint64_t failed_flushes = 0;
};

// Of the disk with this id. Errors: QMP's; not_found where there is no such disk.
[[nodiscard]] Result<BlockCounters> block_counters(vm::Machine& machine, const std::string& id);

}  // namespace ringside::validate
