// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison made by hand: two cells, one clear and one too noisy.
#pragma once

#include <array>
#include <string>

#include "analysis/comparison.h"
#include "stats/verdict.h"

namespace ringside::report {

inline analysis::Estimate estimate_of(double value, double lower, double upper) {
  analysis::Estimate estimate;
  estimate.blocks = 6;
  estimate.value = value;
  estimate.interval = stats::Interval{lower, upper, 0.95};
  return estimate;
}

// The thetas are what the blocks gave: negative is faster.
inline analysis::MetricComparison iops_of(const std::array<double, 6>& thetas, double baseline, double candidate) {
  analysis::MetricComparison metric;
  metric.baseline = estimate_of(baseline, baseline * 0.95, baseline * 1.05);
  metric.candidate = estimate_of(candidate, candidate * 0.95, candidate * 1.05);
  metric.margin = Fraction{0.05};
  metric.assessment = stats::assess(stats::CellData{thetas});
  const auto decision = stats::decide(metric.assessment);
  metric.pairs = metric.assessment.blocks;
  metric.ratio = analysis::RatioEstimate{candidate / baseline, stats::Interval{1.1, 1.7, 0.95}};
  metric.p = metric.assessment.p;
  metric.p_adjusted = decision.p_adjusted;
  if (metric.assessment.detectable) metric.detectable = std::expm1(*metric.assessment.detectable);
  metric.verdict = decision.verdict;
  metric.reason = decision.reason;
  return metric;
}

inline analysis::MetricComparison p99_of(bool unsupported) {
  analysis::MetricComparison metric;
  metric.metric.kind = analysis::MetricKind::lat_p99;
  metric.unsupported = unsupported;
  metric.baseline.unsupported = unsupported;
  metric.candidate.unsupported = unsupported;
  metric.margin = Fraction{0.1};
  if (!unsupported) {
    metric.baseline = estimate_of(13.1e6, 12e6, 14e6);
    metric.candidate = estimate_of(9.2e6, 9e6, 9.4e6);
  }
  return metric;
}

inline analysis::CellComparison cell_of(std::int64_t numjobs, analysis::MetricComparison iops, bool unsupported) {
  analysis::CellComparison cell;
  cell.options = {{"bs", std::string("4k")}, {"numjobs", numjobs}};
  cell.key = to_text(cell.options);
  cell.metrics = {std::move(iops), p99_of(unsupported)};
  cell.baseline_treatment.passed = 6;
  cell.candidate_treatment.passed = 6;
  return cell;
}

inline analysis::Comparison example_comparison() {
  analysis::Comparison comparison;
  comparison.baseline.campaign_name = "poll-split";
  comparison.baseline.arm = "irq";
  comparison.baseline.accelerator = "tcg,thread=single";
  comparison.baseline.kernel = "6.12.1";
  comparison.candidates.resize(1);
  auto& candidate = comparison.candidates[0];
  candidate.candidate = comparison.baseline;
  candidate.candidate.arm = "poll-2";
  candidate.cells = {cell_of(1, iops_of({-0.35, -0.31, -0.33, -0.36, -0.30, -0.34}, 4510, 6300), false),
                     cell_of(2, iops_of({-0.60, 0.25, -0.40, 0.30, -0.35, -0.10}, 9000, 10500), true)};
  return comparison;
}

}  // namespace ringside::report
