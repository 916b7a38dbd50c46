// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/noise_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figures.h"
#include "stats/effect.h"
#include "stats/power.h"

namespace ringside::report {
namespace {

// More than anybody waits for.
constexpr std::size_t k_practical_blocks = 200;

struct Noisiest {
  const analysis::MetricComparison* metric = nullptr;
  std::size_t cells = 0;  // too noisy ones
};

Noisiest find_noisiest(const analysis::CandidateComparison& candidate, const analysis::Metric& metric) {
  Noisiest result;
  for (const auto& cell : candidate.cells) {
    for (const auto& one : cell.metrics) {
      const bool noisy = one.reason == VerdictReason::wide_interval || one.reason == VerdictReason::multiplicity ||
                         one.reason == VerdictReason::distribution_sensitive;
      if (one.metric != metric || one.unsupported || !noisy || !one.assessment.summary) continue;
      ++result.cells;
      if (result.metric == nullptr || one.assessment.summary->sd > result.metric->assessment.summary->sd) {
        result.metric = &one;
      }
    }
  }
  return result;
}

std::string blocks_text(double theta, const stats::PowerQuestion& question) {
  const auto blocks = stats::blocks_required(theta, question);
  if (!blocks || *blocks > k_practical_blocks) return fmt::format("more than {} blocks", k_practical_blocks);
  return fmt::format("about {} blocks", *blocks);
}

}  // namespace

std::optional<std::string> noise_advice(const analysis::CandidateComparison& candidate, const analysis::Metric& metric,
                                        double alpha) {
  const Noisiest noisiest = find_noisiest(candidate, metric);
  if (noisiest.metric == nullptr || noisiest.metric->assessment.summary->sd <= 0) return std::nullopt;
  const auto& assessment = noisiest.metric->assessment;
  // Holm's first and hardest step, so that the blocks suffice whatever the other cells do.
  const double alpha_of_cell = alpha / static_cast<double>(candidate.cells.size());
  const stats::PowerQuestion question{assessment.summary->sd, alpha_of_cell, assessment.rule.power,
                                      assessment.rule.floor};

  std::string text = fmt::format("{}, {}: too noisy to decide in {} of {}; one block's ratio scatters by {}.",
                                 candidate.candidate.arm, metric_title(metric), noisiest.cells,
                                 counted(candidate.cells.size(), "cell"), percent_text(assessment.summary->sd));
  if (noisiest.metric->detectable) {
    text += fmt::format(" {} find a change of {} or more here (with probability {:.0f}%).",
                        counted(noisiest.metric->pairs, "block"), percent_text(*noisiest.metric->detectable),
                        100 * assessment.rule.power);
  }
  const double margin = stats::as_log(noisiest.metric->margin);
  text += fmt::format(" To settle {}, {} would be needed", percent_text(noisiest.metric->margin.value),
                      blocks_text(margin, question));
  const double seen = std::abs(assessment.theta.value_or(0));
  if (seen > std::max(margin, stats::as_log(assessment.rule.floor))) {
    text += fmt::format("; for an effect as large as the one seen ({}), {}", percent_text(std::expm1(seen)),
                        blocks_text(seen, question));
  }
  return text + ". Set design.blocks, or measure on a quieter host.";
}

}  // namespace ringside::report
