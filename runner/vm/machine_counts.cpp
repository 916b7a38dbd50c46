// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/machine_state.h"

namespace ringside::vm {

Result<std::vector<InstructionCount>> Machine::take_instruction_counts(TimePoint deadline) {
  Session& session = *m_state->session;
  // Counting is not atomic: only a guest that stands still has exact counts.
  if (auto stopped = session.command({"stop"}, deadline); !stopped) return std::unexpected(std::move(stopped.error()));
  auto counts = session.take_counts(deadline);
  if (auto going = session.command({"cont"}, deadline); !going) return std::unexpected(std::move(going.error()));
  return counts;
}

}  // namespace ringside::vm
