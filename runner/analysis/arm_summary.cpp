// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/arm_summary.h"

#include "analysis/campaign_data.h"
#include "analysis/estimate.h"

namespace ringside::analysis {
namespace {

CellSummary summarise_cell(const store::CellRecord& cell, const CellData& data) {
  CellSummary summary;
  summary.key = cell.key;
  summary.options = cell.cell.options;
  summary.treatment = data.treatment;
  summary.valid = data.valid_count();
  summary.invalid = data.excluded.size();
  summary.excluded = data.excluded;
  const std::vector<Direction> directions = data.directions();
  for (const Direction direction : directions) {
    const std::vector<BlockFigures> figures = data.figures(direction);
    for (const Metric& metric : metrics_of(directions)) {
      if (metric.direction.value_or(direction) != direction) continue;
      summary.metrics.push_back({metric, estimate_of(metric, figures)});
    }
  }
  return summary;
}

}  // namespace

Result<CampaignDetail> summarise_campaign(const store::Store& store, CampaignRow campaign) {
  auto data = load_campaign(store, campaign);
  if (!data) return std::unexpected(std::move(data.error()));
  CampaignDetail detail;
  detail.campaign = data->campaign;
  detail.host = data->host;
  detail.blocks.planned = data->campaign.blocks;
  detail.blocks.complete = static_cast<int>(data->attempts.counting.size());
  detail.blocks.failed = static_cast<int>(data->attempts.failed.size());
  detail.blocks.attempts = data->attempts.all;
  detail.blocks.probed = data->probed;
  detail.blocks.superseded = data->superseded;
  for (const ArmData& arm : data->arms) {
    ArmSummary& summary = detail.arms.emplace_back();
    summary.identity = arm.identity;
    summary.facts = arm.facts;
    for (const store::CellRecord& cell : data->cells) summary.cells.push_back(summarise_cell(cell, arm.cell(cell.id)));
  }
  return detail;
}

}  // namespace ringside::analysis
