// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/history.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "analysis/block_figures.h"
#include "analysis/estimate.h"

namespace ringside::analysis {
namespace {

using Rows = std::span<const store::HistoryRow>;

// The first rows for which `same` holds with the very first; they are taken from `rows`.
template <typename Same>
Rows take_while(Rows& rows, Same same) {
  const auto end = std::ranges::find_if_not(rows, [&](const auto& row) { return same(rows.front(), row); });
  const auto count = static_cast<std::size_t>(end - rows.begin());
  const Rows taken = rows.first(count);
  rows = rows.subspan(count);
  return taken;
}

// The runs of the block's last attempt.
BlockFigures block_figures(Rows rows, Direction direction) {
  std::vector<const DirectionResult*> runs;
  for (const store::HistoryRow& row : rows) {
    if (row.attempt == rows.back().attempt && row.sums.direction == direction) runs.push_back(&row.sums);
  }
  return figures_of(rows.front().block, runs);
}

Estimate estimate(Rows rows, const Metric& metric) {
  const Direction direction = metric.direction.value_or(rows.front().sums.direction);
  std::vector<BlockFigures> blocks;
  while (!rows.empty()) {
    blocks.push_back(
        block_figures(take_while(rows, [](const auto& a, const auto& b) { return a.block == b.block; }), direction));
  }
  return estimate_of(metric, blocks);
}

ArmIdentity identity_of(const store::HistoryCampaign& campaign, const store::HistoryArm& arm) {
  ArmIdentity identity;
  identity.campaign = campaign.uuid;
  identity.campaign_name = campaign.name;
  identity.arm = arm.name;
  identity.sha256 = arm.sha256;
  identity.build_id = arm.build_id;
  identity.accelerator = campaign.accelerator;
  for (const std::string& kernel : campaign.kernels) identity.kernel += (identity.kernel.empty() ? "" : " + ") + kernel;
  identity.host_name = campaign.host_name;
  identity.host_identity = campaign.host_identity;
  return identity;
}

// Adds the points of one campaign, in the order of its arms.
void add_points(const store::HistoryCampaign& campaign, const Metric& metric, std::vector<HistoryPoint>& points) {
  std::map<ArmId, Rows> by_arm;
  Rows rows = campaign.rows;
  while (!rows.empty()) {
    const ArmId arm = rows.front().arm;
    by_arm[arm] = take_while(rows, [](const auto& a, const auto& b) { return a.arm == b.arm; });
  }
  for (const store::HistoryArm& arm : campaign.arms) {
    const auto found = by_arm.find(arm.id);
    if (found == by_arm.end()) continue;
    points.push_back(
        {campaign.id, campaign.started, campaign.status, identity_of(campaign, arm), estimate(found->second, metric)});
  }
}

}  // namespace

Result<std::vector<HistoryPoint>> cell_history(const store::Store& store, CellId cell, const Metric& metric) {
  if (metric.quantile()) {
    return fail(ErrorCode::unsupported, "a history of quantiles would have to read every histogram of the store",
                "choose iops or lat_mean, or compare two campaigns");
  }
  const auto history = store.cell_history(cell);
  if (!history) return std::unexpected(history.error());
  std::vector<HistoryPoint> points;
  for (const store::HistoryCampaign& campaign : *history) add_points(campaign, metric, points);
  return points;
}

}  // namespace ringside::analysis
