// SPDX-License-Identifier: GPL-3.0-or-later
// What goes over all cells of a metric: the adjustment of p, and the geometric mean.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "analysis/metric_comparison.h"
#include "stats/family.h"
#include "stats/geometric_mean.h"
#include "stats/multiplicity.h"

namespace ringside::analysis {
namespace {

using Families = std::map<Metric, std::vector<MetricComparison*>>;

Families families_of(std::vector<CellComparison>& cells) {
  Families families;
  for (CellComparison& cell : cells) {
    for (MetricComparison& metric : cell.metrics) {
      if (!metric.unsupported) families[metric.metric].push_back(&metric);
    }
  }
  return families;
}

void decide_paired(const std::vector<MetricComparison*>& family) {
  std::vector<stats::Assessment> assessments;
  assessments.reserve(family.size());
  for (const MetricComparison* member : family) assessments.push_back(member->assessment);
  const std::vector<stats::Decision> decisions = stats::decide_with_holm(assessments);
  for (std::size_t at = 0; at < family.size(); ++at) {
    family[at]->verdict = decisions[at].verdict;
    family[at]->reason = decisions[at].reason;
    family[at]->p_adjusted = decisions[at].p_adjusted;
  }
}

void adjust_unpaired(const std::vector<MetricComparison*>& family) {
  std::vector<MetricComparison*> tested;
  std::vector<double> p;
  for (MetricComparison* member : family) {
    if (!member->p) continue;
    tested.push_back(member);
    p.push_back(*member->p);
  }
  const auto adjusted = stats::holm(p);
  if (!adjusted) return;
  for (std::size_t at = 0; at < tested.size(); ++at) tested[at]->p_adjusted = (*adjusted)[at];
}

// The blocks that every one of them holds.
std::set<int> common_blocks(const std::vector<std::map<int, double>>& cells) {
  std::set<int> common;
  for (const auto& [block, theta] : cells.front()) {
    const bool in_all = std::ranges::all_of(cells, [&](const auto& cell) { return cell.contains(block); });
    if (in_all) common.insert(block);
  }
  return common;
}

std::optional<GeometricMean> geometric_mean(const Metric& metric, const std::vector<std::map<int, double>>& cells,
                                            double alpha) {
  if (cells.empty()) return std::nullopt;
  const std::set<int> blocks = common_blocks(cells);
  std::vector<std::vector<double>> thetas;
  for (const auto& cell : cells) {
    std::vector<double>& row = thetas.emplace_back();
    for (const int block : blocks) row.push_back(cell.at(block));
  }
  const auto mean = stats::geometric_mean_over_cells(thetas, 1 - alpha);
  if (!mean) return std::nullopt;
  GeometricMean out;
  out.metric = metric;
  out.cells = cells.size();
  out.blocks = blocks.size();
  const stats::Interval& interval = mean->test.interval;
  const double one = stats::metric_ratio(metric.better(), interval.lower);
  const double other = stats::metric_ratio(metric.better(), interval.upper);
  out.ratio.value = stats::metric_ratio(metric.better(), mean->test.summary.mean);
  out.ratio.interval = stats::Interval{std::min(one, other), std::max(one, other), interval.confidence};
  return out;
}

}  // namespace

void decide_families(std::vector<CellComparison>& cells, Pairing pairing) {
  for (const auto& [metric, family] : families_of(cells)) {
    if (pairing == Pairing::paired) {
      decide_paired(family);
    } else {
      adjust_unpaired(family);
    }
  }
}

std::vector<GeometricMean> geometric_means(const std::vector<CellComparison>& cells, double alpha) {
  std::map<Metric, std::vector<std::map<int, double>>> thetas;
  for (const CellComparison& cell : cells) {
    for (const MetricComparison& metric : cell.metrics) {
      if (metric.pairs == 0) continue;
      thetas[metric.metric].push_back(paired_thetas(metric.metric, metric.baseline, metric.candidate));
    }
  }
  std::vector<GeometricMean> means;
  for (const auto& [metric, of_cells] : thetas) {
    if (auto mean = geometric_mean(metric, of_cells, alpha)) means.push_back(*std::move(mean));
  }
  return means;
}

}  // namespace ringside::analysis
