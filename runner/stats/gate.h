// SPDX-License-Identifier: GPL-3.0-or-later
// From verdicts to a gate's outcome and exit code.
#pragma once

#include <span>

#include "core/verdict.h"
#include "stats/verdict.h"

namespace ringside::stats {

// FAIL: regressed, and the estimate itself reaches the margin (not its upper bound: a noisier host must not fail
// more). WARN: regressed within the margin; inconclusive with an upper bound beyond it; too few blocks; bad blocks.
// INVALID: a side without a valid measurement, or no block that holds both. Otherwise PASS.
[[nodiscard]] GateOutcome gate_outcome(const Assessment& assessment, const Decision& decision);

// --strict: enough blocks, no obstacle, and the upper bound of θ (interval of confidence 1 − α) below ln(1 + Δ).
[[nodiscard]] bool passes_strictly(const Assessment& assessment, const Decision& decision);

struct GatedCell {
  GateOutcome outcome = GateOutcome::invalid;
  bool strict_pass = false;
};
[[nodiscard]] GatedCell gate_cell(const Assessment& assessment, const Decision& decision);

// The worst outcome; invalid for no cells at all.
[[nodiscard]] GateOutcome overall_outcome(std::span<const GatedCell> cells);

// 3 where a cell is invalid (or there is none): the gate did not see everything it was asked to judge;
// else 1 where a cell failed; else 4 if `strict` and a cell does not pass strictly; else 0.
[[nodiscard]] int gate_exit_code(std::span<const GatedCell> cells, bool strict);

}  // namespace ringside::stats
