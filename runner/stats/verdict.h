// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of one cell and metric. In two steps, because p is adjusted over the family in between:
//   Assessment a = assess(data, rule);          // everything the blocks of this cell say
//   Decision d = decide(a, adjusted p);         // the verdict; families do this in stats/family.h
//   GateOutcome g = gate_outcome(a, d);         // what a gate makes of it: stats/gate.h
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/units.h"
#include "core/verdict.h"
#include "stats/interval.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"

namespace ringside::stats {

inline constexpr Fraction k_margin_default{0.05};  // IOPS, mean latency, median latency
inline constexpr Fraction k_margin_p99{0.10};
inline constexpr Fraction k_margin_p999{0.15};
inline constexpr Fraction k_floor_default{0.01};

struct VerdictRule {
  Fraction margin = k_margin_default;  // Δ: what matters
  Fraction floor = k_floor_default;    // δ0: a smaller effect is never called one
  double alpha = 0.05;
  std::size_t minimum_blocks = 5;
  double bad_block_limit = 0.20;  // a larger share of bad blocks decides nothing
  double power = 0.80;            // for the smallest detectable effect
};

// What one cell and metric brings. A bad block is one that was measured and has no valid pair in the end.
struct CellData {
  std::span<const double> thetas{};  // one per good block, positive where the candidate is slower
  std::size_t bad_blocks = 0;
  bool baseline_valid = true;  // has at least one valid measurement
  bool candidate_valid = true;
};

struct Assessment {
  VerdictRule rule;
  std::size_t blocks = 0;  // good ones
  std::size_t bad_blocks = 0;
  VerdictReason obstacle = VerdictReason::none;   // why nothing may be decided, whatever the numbers are
  std::optional<double> theta;                    // mean; from one block on
  std::optional<Summary> summary;                 // from two blocks on, as the following
  std::optional<Interval> interval;               // of θ, confidence 1 − α: the one to print
  std::optional<Interval> equivalence_interval;   // of θ, confidence 1 − 2α
  std::optional<double> p;                        // minimum-effect test, unadjusted
  std::optional<double> detectable;               // smallest θ these blocks find with the rule's power (sd > 0)
  std::optional<PseudomedianEstimate> companion;  // Hodges–Lehmann, from one block on; interval from six
};

// Never fails: input that allows no estimate (no blocks, values that are not finite) leaves the estimates empty and
// sets the obstacle.
[[nodiscard]] Assessment assess(const CellData& data, const VerdictRule& rule = {});

// The same from mean and standard deviation alone (a published table); there is no companion then.
[[nodiscard]] Assessment assess(const Summary& summary, const VerdictRule& rule = {});

struct Decision {
  Verdict verdict = Verdict::inconclusive;
  VerdictReason reason = VerdictReason::none;
  std::optional<double> p_adjusted;
};

// The rules of docs/statistics.md, in their order: obstacles; significant beyond the floor; equivalent; inconclusive.
// A verdict that the companion contradicts becomes inconclusive (distribution_sensitive):
//  - regressed or improved, but the companion's interval does not lie on that side of zero;
//  - equivalent, but the companion's estimate lies outside the margin;
//  - neither (nor would it be without adjustment), but the companion's interval lies wholly beyond the floor.
[[nodiscard]] Decision decide(const Assessment& assessment, double p_adjusted);
// For a family of one: p as it is.
[[nodiscard]] Decision decide(const Assessment& assessment);

}  // namespace ringside::stats
