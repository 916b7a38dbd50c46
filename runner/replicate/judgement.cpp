// SPDX-License-Identifier: GPL-3.0-or-later
#include "replicate/judgement.h"

#include <fmt/format.h>

#include <cmath>

#include "core/verdict.h"

namespace ringside::replicate {
namespace {

// θ is positive where slower, so the interval turns round.
stats::Interval ratio_interval(const stats::Interval& theta) {
  return {std::exp(-theta.upper), std::exp(-theta.lower), theta.confidence};
}

Judgement undecided(const MeasuredRatio& measured, std::string reason, Judgement judgement) {
  judgement.outcome = measured.ratio ? Outcome::inconclusive : Outcome::not_measured;
  judgement.reason = std::move(reason);
  return judgement;
}

Outcome of_a_change(const stats::Interval& interval, Claim claim) {
  if (interval.lower > 1) return claim == Claim::gain ? Outcome::reproduced : Outcome::opposite;
  if (interval.upper < 1) return claim == Claim::loss ? Outcome::reproduced : Outcome::opposite;
  return Outcome::inconclusive;
}

Outcome of_no_difference(const MeasuredRatio& measured) {
  const double edge = 1 + measured.margin.value;
  if (measured.equivalence && measured.equivalence->inside(1 / edge, edge)) return Outcome::reproduced;
  return measured.interval->contains(1) ? Outcome::inconclusive : Outcome::contradicted;
}

}  // namespace

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::reproduced:
      return "reproduced";
    case Outcome::opposite:
      return "opposite";
    case Outcome::contradicted:
      return "contradicted";
    case Outcome::inconclusive:
      return "inconclusive";
    case Outcome::not_measured:
      return "not measured";
    case Outcome::not_reproducible:
      return "not reproducible";
  }
  return "";
}

MeasuredRatio measured_ratio(const analysis::MetricComparison& comparison) {
  MeasuredRatio out;
  out.blocks = comparison.pairs;
  out.before = comparison.baseline.value;
  out.after = comparison.candidate.value;
  out.margin = comparison.margin;
  if (comparison.ratio) {
    out.ratio = comparison.ratio->value;
    out.interval = comparison.ratio->interval;
  }
  const auto& equivalence = comparison.assessment.equivalence_interval;
  if (equivalence) out.equivalence = ratio_interval(*equivalence);
  out.detectable = comparison.detectable;
  if (comparison.assessment.obstacle != VerdictReason::none) {
    out.obstacle = std::string(explanation(comparison.assessment.obstacle));
  }
  return out;
}

Judgement judge(const PublishedRow& row, const std::optional<MeasuredRatio>& measured) {
  Judgement judgement;
  if (!row.not_reproducible.empty()) {
    judgement.outcome = Outcome::not_reproducible;
    judgement.reason = row.not_reproducible;
    return judgement;
  }
  if (!measured || !measured->ratio) {
    judgement.reason = measured && !measured->obstacle.empty() ? measured->obstacle : "no valid pair of measurements";
    return judgement;
  }
  const auto effect = row.effect();
  if (effect && measured->interval) judgement.contains_published = measured->interval->contains(1 + *effect);
  if (!measured->obstacle.empty()) return undecided(*measured, measured->obstacle, judgement);
  if (!measured->interval) return undecided(*measured, "one block has no interval", judgement);
  judgement.outcome =
      row.claim == Claim::none ? of_no_difference(*measured) : of_a_change(*measured->interval, row.claim);
  if (judgement.outcome == Outcome::inconclusive) {
    judgement.reason = row.claim == Claim::none ? fmt::format("neither a difference nor equivalence within {:.0f} %",
                                                              100 * measured->margin.value)
                                                : "the interval holds no difference";
  }
  return judgement;
}

}  // namespace ringside::replicate
