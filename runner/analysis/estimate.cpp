// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/estimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/effect.h"
#include "stats/outliers.h"
#include "stats/summary.h"

namespace ringside::analysis {
namespace {

void flag_outliers(Estimate& estimate, std::span<const double> values) {
  const auto logs = stats::logs(values);
  if (!logs) return;
  const auto scores = stats::modified_z(*logs);
  if (!scores) return;
  estimate.outliers = static_cast<std::size_t>(std::ranges::count(scores->flags(), true));
  if (estimate.outliers == 0) return;
  const auto kept = stats::without_outliers(*logs);
  if (!kept) return;
  if (const auto mean = stats::mean(*kept)) estimate.value_without_outliers = std::exp(*mean);
}

}  // namespace

Estimate estimate_of(const Metric& metric, std::span<const BlockFigures> blocks) {
  Estimate estimate;
  if (blocks.empty()) return estimate;
  estimate.fewest_samples = std::ranges::min(blocks, {}, &BlockFigures::samples).samples();
  estimate.unsupported =
      !std::ranges::all_of(blocks, [&](const BlockFigures& block) { return block.supports(metric); });
  if (estimate.unsupported) return estimate;

  std::vector<double> values;
  for (const BlockFigures& block : blocks) {
    const auto value = block.value(metric);
    if (!value) continue;
    values.push_back(*value);
    estimate.per_block.push_back({block.block, *value});
  }
  estimate.blocks = values.size();
  if (values.empty()) return estimate;
  estimate.value = values.front();
  if (const auto geometric = stats::geometric_estimate(values)) {
    estimate.value = geometric->value;
    estimate.interval = geometric->interval;
    estimate.sd_log = geometric->sd_log;
  }
  if (const auto median = stats::median_estimate(values)) estimate.median = *median;
  flag_outliers(estimate, values);
  return estimate;
}

}  // namespace ringside::analysis
