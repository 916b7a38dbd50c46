// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/verdict.h"

#include <algorithm>
#include <cmath>

#include "stats/effect.h"
#include "stats/paired.h"
#include "stats/power.h"

namespace ringside::stats {
namespace {

VerdictReason obstacle_of(const CellData& data, const VerdictRule& rule) {
  const std::size_t good = data.thetas.size();
  const std::size_t all = good + data.bad_blocks;
  const bool usable = std::ranges::all_of(data.thetas, [](double theta) { return std::isfinite(theta); });
  if (!data.baseline_valid || !data.candidate_valid || !usable) return VerdictReason::no_valid_measurement;
  if (good == 0) return VerdictReason::not_paired;
  if (all < rule.minimum_blocks) return VerdictReason::too_few_blocks;
  if (static_cast<double>(data.bad_blocks) > rule.bad_block_limit * static_cast<double>(all)) {
    return VerdictReason::bad_blocks;
  }
  if (good < rule.minimum_blocks) return VerdictReason::too_few_blocks;
  return VerdictReason::none;
}

void fill_from_summary(Assessment& assessment, const Summary& summary) {
  const VerdictRule& rule = assessment.rule;
  assessment.theta = summary.mean;
  assessment.summary = summary;
  assessment.interval = t_interval(summary, 1 - rule.alpha);
  assessment.equivalence_interval = two_one_sided_tests(summary, rule.margin, rule.alpha).interval;
  assessment.p = minimum_effect_p(summary, rule.floor);
  const PowerQuestion question{summary.sd, rule.alpha, rule.power, rule.floor};
  if (const auto detectable = detectable_effect(summary.n, question)) assessment.detectable = *detectable;
}

enum class Side { faster, neither, slower };

// On which side of ±bound the whole interval lies.
Side side_of(const Interval& interval, double bound) {
  if (interval.lower > bound) return Side::slower;
  if (interval.upper < -bound) return Side::faster;
  return Side::neither;
}

bool companion_contradicts(const Assessment& assessment, Verdict by_t) {
  if (!assessment.companion) return false;
  const PseudomedianEstimate& companion = *assessment.companion;
  if (by_t == Verdict::equivalent) return std::abs(companion.value) > as_log(assessment.rule.margin);
  if (!companion.interval) return false;  // too few blocks for it to say anything
  switch (by_t) {
    case Verdict::regressed:
      return side_of(*companion.interval, 0) != Side::slower;
    case Verdict::improved:
      return side_of(*companion.interval, 0) != Side::faster;
    default:
      // Where t would see the effect too but for the adjustment, the two agree.
      return assessment.p.value_or(1) > assessment.rule.alpha &&
             side_of(*companion.interval, as_log(assessment.rule.floor)) != Side::neither;
  }
}

Verdict verdict_by_t(double theta, const Interval& equivalence_interval, const VerdictRule& rule, double p_adjusted) {
  if (p_adjusted <= rule.alpha) return theta > 0 ? Verdict::regressed : Verdict::improved;
  const double margin = as_log(rule.margin);
  return equivalence_interval.inside(-margin, margin) ? Verdict::equivalent : Verdict::inconclusive;
}

}  // namespace

Assessment assess(const CellData& data, const VerdictRule& rule) {
  Assessment assessment;
  assessment.rule = rule;
  assessment.blocks = data.thetas.size();
  assessment.bad_blocks = data.bad_blocks;
  assessment.obstacle = obstacle_of(data, rule);
  if (const auto theta = mean(data.thetas)) assessment.theta = *theta;
  if (const auto summary = summarise(data.thetas)) fill_from_summary(assessment, *summary);
  if (const auto companion = hodges_lehmann(data.thetas, 1 - rule.alpha)) assessment.companion = *companion;
  return assessment;
}

Assessment assess(const Summary& summary, const VerdictRule& rule) {
  Assessment assessment;
  assessment.rule = rule;
  assessment.blocks = summary.n;
  if (summary.n < 2 || !std::isfinite(summary.mean) || !std::isfinite(summary.sd) || summary.sd < 0) {
    assessment.obstacle = VerdictReason::no_valid_measurement;
    return assessment;
  }
  if (summary.n < rule.minimum_blocks) assessment.obstacle = VerdictReason::too_few_blocks;
  fill_from_summary(assessment, summary);
  return assessment;
}

Decision decide(const Assessment& assessment, double p_adjusted) {
  if (assessment.obstacle != VerdictReason::none) {
    const bool invalid = assessment.obstacle == VerdictReason::no_valid_measurement;
    return {invalid ? Verdict::invalid : Verdict::inconclusive, assessment.obstacle, std::nullopt};
  }
  const std::optional<double>& theta = assessment.theta;
  const std::optional<Interval>& equivalence_interval = assessment.equivalence_interval;
  // A rule may ask for one block only, and one block has no spread.
  if (!theta || !equivalence_interval) return {Verdict::inconclusive, VerdictReason::too_few_blocks, std::nullopt};

  const Verdict by_t = verdict_by_t(*theta, *equivalence_interval, assessment.rule, p_adjusted);
  if (companion_contradicts(assessment, by_t)) {
    return {Verdict::inconclusive, VerdictReason::distribution_sensitive, p_adjusted};
  }
  if (by_t != Verdict::inconclusive) return {by_t, VerdictReason::none, p_adjusted};
  const bool significant_alone = assessment.p.value_or(1) <= assessment.rule.alpha;
  return {by_t, significant_alone ? VerdictReason::multiplicity : VerdictReason::wide_interval, p_adjusted};
}

Decision decide(const Assessment& assessment) {
  return decide(assessment, assessment.p.value_or(1));
}

}  // namespace ringside::stats
