// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/metric_comparison.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stats/welch.h"

namespace ringside::analysis {
namespace {

// The metric's own ratio of an effect; the bounds change places where higher is better.
RatioEstimate ratio_of(const Metric& metric, double theta, const std::optional<stats::Interval>& interval) {
  RatioEstimate ratio;
  ratio.value = stats::metric_ratio(metric.better(), theta);
  if (!interval) return ratio;
  const double one = stats::metric_ratio(metric.better(), interval->lower);
  const double other = stats::metric_ratio(metric.better(), interval->upper);
  ratio.interval = stats::Interval{std::min(one, other), std::max(one, other), interval->confidence};
  return ratio;
}

MetricComparison both_sides(const Metric& metric, CellSide& baseline, CellSide& candidate, Fraction margin) {
  MetricComparison comparison;
  comparison.metric = metric;
  comparison.margin = margin;
  comparison.unsupported = baseline.estimate.unsupported || candidate.estimate.unsupported;
  comparison.baseline = std::move(baseline.estimate);
  comparison.candidate = std::move(candidate.estimate);
  if (!baseline.valid || !candidate.valid) {
    comparison.unsupported = false;
    comparison.verdict = Verdict::invalid;
    comparison.reason = VerdictReason::no_valid_measurement;
  }
  return comparison;
}

std::vector<double> values_of(const Estimate& estimate) {
  std::vector<double> values;
  values.reserve(estimate.per_block.size());
  for (const Estimate::PerBlock& block : estimate.per_block) values.push_back(block.value);
  return values;
}

}  // namespace

std::map<int, double> paired_thetas(const Metric& metric, const Estimate& baseline, const Estimate& candidate) {
  std::map<int, double> candidate_values;
  for (const Estimate::PerBlock& block : candidate.per_block) candidate_values.emplace(block.block, block.value);
  std::map<int, double> thetas;
  for (const Estimate::PerBlock& block : baseline.per_block) {
    const auto other = candidate_values.find(block.block);
    if (other == candidate_values.end()) continue;
    if (const auto theta = stats::slowdown(metric.better(), block.value, other->second)) {
      thetas.emplace(block.block, *theta);
    }
  }
  return thetas;
}

MetricComparison compare_paired(const Metric& metric, CellSide baseline, CellSide candidate, std::size_t ended_blocks,
                                const stats::VerdictRule& rule) {
  MetricComparison comparison = both_sides(metric, baseline, candidate, rule.margin);
  if (comparison.unsupported) return comparison;
  std::vector<double> thetas;
  for (const auto& [block, theta] : paired_thetas(metric, comparison.baseline, comparison.candidate)) {
    thetas.push_back(theta);
  }
  comparison.pairs = thetas.size();
  comparison.bad_blocks = ended_blocks - std::min(ended_blocks, thetas.size());
  comparison.assessment = stats::assess({.thetas = thetas,
                                         .bad_blocks = comparison.bad_blocks,
                                         .baseline_valid = baseline.valid,
                                         .candidate_valid = candidate.valid},
                                        rule);
  const stats::Assessment& assessment = comparison.assessment;
  if (assessment.theta) comparison.ratio = ratio_of(metric, *assessment.theta, assessment.interval);
  if (assessment.companion) {
    comparison.companion = ratio_of(metric, assessment.companion->value, assessment.companion->interval);
  }
  comparison.p = assessment.p;
  if (assessment.detectable) comparison.detectable = stats::slowdown_percent(*assessment.detectable) / 100;
  return comparison;
}

MetricComparison compare_unpaired(const Metric& metric, CellSide baseline, CellSide candidate,
                                  const stats::VerdictRule& rule) {
  MetricComparison comparison = both_sides(metric, baseline, candidate, rule.margin);
  if (comparison.unsupported || comparison.verdict == Verdict::invalid) return comparison;
  comparison.reason = VerdictReason::not_paired;
  const auto welch = stats::welch_slowdown(metric.better(), values_of(comparison.baseline),
                                           values_of(comparison.candidate), 1 - rule.alpha);
  if (welch) {
    comparison.ratio = ratio_of(metric, welch->theta, welch->interval);
    comparison.p = welch->p_two_sided;
  } else if (comparison.baseline.value && comparison.candidate.value) {
    const auto theta = stats::slowdown(metric.better(), *comparison.baseline.value, *comparison.candidate.value);
    if (theta) comparison.ratio = ratio_of(metric, *theta, std::nullopt);
  }
  return comparison;
}

}  // namespace ringside::analysis
