// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about one cell and metric, and what a gate makes of it. The rules are in stats/verdict.h.
#pragma once

#include <optional>
#include <string_view>

namespace ringside {

enum class Verdict {
  improved,      // faster by more than the floor, significant after adjustment
  regressed,     // slower by more than the floor, significant after adjustment
  equivalent,    // not significant, and the 90 % interval lies inside the margin
  inconclusive,  // none of the others can be said; the reason tells why
  invalid,       // one side has no valid measurement
};

// Why a verdict is inconclusive or invalid; `none` with the other verdicts.
enum class VerdictReason {
  none,
  no_valid_measurement,    // invalid: the baseline or the candidate has no valid measurement
  not_paired,              // both sides have valid measurements, but no block holds both
  too_few_blocks,          // fewer blocks than anything may be decided on
  bad_blocks,              // too large a share of the blocks was bad
  distribution_sensitive,  // the t result and the rank companion contradict each other
  multiplicity,            // significant for itself, but not among this many cells
  wide_interval,           // the data allow both an effect beyond the margin and none
};

// Ordered from best to worst, so that the worst of several is their maximum (but see gate_exit_code).
enum class GateOutcome {
  pass,
  warn,
  fail,
  invalid,  // the gate cannot judge: a side is missing, invalid, or the arms are not paired
};

// The enumerator's own name, as it stands in JSON and in the store ("regressed", "too_few_blocks").
[[nodiscard]] std::string_view to_text(Verdict verdict);
[[nodiscard]] std::string_view to_text(VerdictReason reason);
// "PASS", "WARN", "FAIL", "INVALID".
[[nodiscard]] std::string_view to_text(GateOutcome outcome);

// The inverse of to_text; nothing where the text is none of them.
[[nodiscard]] std::optional<Verdict> verdict_from_text(std::string_view text);
[[nodiscard]] std::optional<VerdictReason> verdict_reason_from_text(std::string_view text);
[[nodiscard]] std::optional<GateOutcome> gate_outcome_from_text(std::string_view text);

// One sentence for a person, without a full stop; empty for `none`.
[[nodiscard]] std::string_view explanation(VerdictReason reason);

}  // namespace ringside
