// SPDX-License-Identifier: GPL-3.0-or-later
// How often one instruction of the guest's kernel was executed.
#pragma once

#include <cstdint>

namespace ringside {

struct InstructionCount {
  std::uint64_t address = 0;  // virtual, of the instruction
  std::uint64_t executions = 0;
  bool operator==(const InstructionCount&) const = default;
};

}  // namespace ringside
