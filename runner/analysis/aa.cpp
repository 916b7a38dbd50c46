// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/aa.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/metric_comparison.h"
#include "stats/effect.h"
#include "stats/power.h"

namespace ringside::analysis {
namespace {

// θ of the blocks `first` to `last`.
std::vector<double> between(const std::map<int, double>& thetas, int first, int last) {
  std::vector<double> out;
  for (auto at = thetas.lower_bound(first); at != thetas.end() && at->first <= last; ++at) out.push_back(at->second);
  return out;
}

AaComparison compare_blocks(const std::map<int, double>& thetas, int first, int last, const stats::VerdictRule& rule) {
  AaComparison out{.first_block = first, .last_block = last};
  const std::vector<double> own = between(thetas, first, last);
  const auto bad = static_cast<std::size_t>(last - first + 1) - own.size();
  const stats::Assessment assessment = stats::assess({.thetas = own, .bad_blocks = bad}, rule);
  const stats::Decision decision = stats::decide(assessment);
  out.pairs = own.size();
  out.theta = assessment.theta;
  if (assessment.obstacle == VerdictReason::none) out.p = assessment.p;
  out.verdict = decision.verdict;
  out.reason = decision.reason;
  return out;
}

// Pooled within comparisons, so that slow changes of the host between them do not count.
std::optional<double> pooled_sd(const std::map<int, double>& thetas, const std::vector<AaComparison>& comparisons) {
  double squares = 0;
  double df = 0;
  for (const AaComparison& comparison : comparisons) {
    const auto summary = stats::summarise(between(thetas, comparison.first_block, comparison.last_block));
    if (!summary) continue;
    squares += summary->df() * summary->sd * summary->sd;
    df += summary->df();
  }
  return df > 0 ? std::optional(std::sqrt(squares / df)) : std::nullopt;
}

void add_power(AaResult& result, std::size_t blocks, const std::optional<double>& theta) {
  if (!result.sd || *result.sd <= 0) return;
  const stats::PowerQuestion question{*result.sd, result.alpha, result.rule.power, result.rule.floor};
  if (const auto detectable = stats::detectable_effect(blocks, question)) {
    result.detectable = std::expm1(*detectable);
  }
  if (!theta) return;
  if (const auto power = stats::power_of_paired_t(*theta, blocks, question)) result.expected_power = *power;
}

const MetricComparison* metric_of(const CellComparison& cell, const Metric& metric) {
  const auto found = std::ranges::find_if(cell.metrics, [&](const MetricComparison& one) {
    return one.metric == metric || (!metric.direction && one.metric.kind == metric.kind);
  });
  return found == cell.metrics.end() ? nullptr : &*found;
}

}  // namespace

Result<AaResult> judge_aa(const Store& store, CampaignRow campaign, int comparisons, const Metric& metric,
                          double alpha) {
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  CompareOptions options;
  options.alpha = alpha;
  options.metrics = {metric.name()};
  const auto compared = compare_campaign(store, campaign, options);
  if (!compared) return std::unexpected(compared.error());
  const CandidateComparison& candidate = compared->candidates.front();
  const CellComparison& cell = candidate.cells.front();
  const MetricComparison* figures = metric_of(cell, metric);
  if (figures == nullptr || figures->pairs == 0) {
    return fail(ErrorCode::invalid_result, fmt::format("no block holds {} of both names", metric.name()),
                "ringside show --measurements tells why");
  }

  AaResult result{.row = campaign,
                  .arm = compared->baseline,
                  .copy = candidate.candidate.arm,
                  .cell = cell.key,
                  .metric = figures->metric,
                  .alpha = alpha,
                  .rule = figures->assessment.rule};
  const std::map<int, double> thetas = paired_thetas(figures->metric, figures->baseline, figures->candidate);
  const int length = record->blocks / std::max(comparisons, 1);
  for (int number = 0; number < comparisons; ++number) {
    result.comparisons.push_back(compare_blocks(thetas, number * length + 1, (number + 1) * length, result.rule));
    if (!result.comparisons.back().decided()) continue;
    ++result.counted;
    if (result.comparisons.back().flagged()) ++result.flagged;
  }
  if (result.counted == 0) {
    return fail(ErrorCode::invalid_result, "none of the comparisons has blocks enough to be decided",
                fmt::format("each needs {} good blocks", result.rule.minimum_blocks));
  }
  const auto rate = stats::false_positive_rate(result.flagged, result.counted, alpha);
  if (!rate) return std::unexpected(rate.error());
  result.rate = *rate;
  result.sd = pooled_sd(thetas, result.comparisons);
  result.achieved = figures->ratio;
  const std::optional<double> theta = figures->assessment.theta;
  if (theta) result.achieved_slowdown = std::expm1(*theta);
  add_power(result, static_cast<std::size_t>(length), theta);
  return result;
}

std::optional<std::string> aa_refusal(const std::vector<store::AaRecord>& results, std::string_view accelerator) {
  std::set<std::string> seen;
  std::optional<std::string> refusal;
  for (const store::AaRecord& result : results) {
    if (result.injected || result.comparisons <= 0) continue;
    if (!accelerator.empty() && result.accelerator != accelerator) continue;
    if (!seen.insert(result.accelerator).second) continue;  // an older one
    const auto rate = stats::false_positive_rate(static_cast<std::uint64_t>(result.flagged),
                                                 static_cast<std::uint64_t>(result.comparisons), result.alpha);
    if (!rate || !rate->too_high) return std::nullopt;
    refusal = fmt::format(
        "this host called {} of {} comparisons of an arm with itself different ({}, {}): even the lower bound of that "
        "rate, {:.1f} %, exceeds {:.0f} %",
        result.flagged, result.comparisons, result.metric, result.accelerator, 100 * rate->interval.lower,
        100 * result.alpha);
  }
  return refusal;
}

}  // namespace ringside::analysis
