// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/gate.h"

#include <algorithm>

#include "stats/effect.h"

namespace ringside::stats {
namespace {

bool cannot_be_judged(const Decision& decision) {
  return decision.verdict == Verdict::invalid || decision.reason == VerdictReason::not_paired;
}

bool upper_bound_is_within(const Assessment& assessment) {
  return assessment.interval && assessment.interval->upper < as_log(assessment.rule.margin);
}

bool lacks_blocks(const Decision& decision) {
  return decision.reason == VerdictReason::too_few_blocks || decision.reason == VerdictReason::bad_blocks;
}

}  // namespace

GateOutcome gate_outcome(const Assessment& assessment, const Decision& decision) {
  if (cannot_be_judged(decision)) return GateOutcome::invalid;
  if (decision.verdict == Verdict::regressed) {
    return assessment.theta.value_or(0) >= as_log(assessment.rule.margin) ? GateOutcome::fail : GateOutcome::warn;
  }
  if (decision.verdict == Verdict::inconclusive) {
    return lacks_blocks(decision) || !upper_bound_is_within(assessment) ? GateOutcome::warn : GateOutcome::pass;
  }
  return GateOutcome::pass;
}

bool passes_strictly(const Assessment& assessment, const Decision& decision) {
  return !cannot_be_judged(decision) && !lacks_blocks(decision) && upper_bound_is_within(assessment);
}

GatedCell gate_cell(const Assessment& assessment, const Decision& decision) {
  return {gate_outcome(assessment, decision), passes_strictly(assessment, decision)};
}

GateOutcome overall_outcome(std::span<const GatedCell> cells) {
  if (cells.empty()) return GateOutcome::invalid;
  return std::ranges::max(cells, {}, &GatedCell::outcome).outcome;
}

int gate_exit_code(std::span<const GatedCell> cells, bool strict) {
  switch (overall_outcome(cells)) {
    case GateOutcome::invalid:
      return 3;
    case GateOutcome::fail:
      return 1;
    case GateOutcome::warn:
    case GateOutcome::pass:
      break;
  }
  return strict && !std::ranges::all_of(cells, &GatedCell::strict_pass) ? 4 : 0;
}

}  // namespace ringside::stats
