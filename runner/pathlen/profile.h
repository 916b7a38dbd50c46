// SPDX-License-Identifier: GPL-3.0-or-later
// Two counted runs of one cell, a short and a long one, to what the I/Os between them cost.
#pragma once

#include <cstdint>
#include <span>

#include "core/instruction_count.h"
#include "core/path_length.h"
#include "pathlen/symbols.h"

namespace ringside::pathlen {

// One run of fio: what was executed from before its start until after its end.
struct CountedRun {
  std::int64_t ios = 0;
  std::span<const InstructionCount> counts;
};

// Executions of the longer run less those of the shorter one, by function: starting fio, opening the disk and asking
// for the snapshot are in both and cancel. Precondition: longer.ios > shorter.ios.
[[nodiscard]] PathProfile profile_of(const CountedRun& shorter, const CountedRun& longer, const SymbolTable& symbols);

}  // namespace ringside::pathlen
