// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/campaign_figures.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ringside::gui {
namespace {

using Address = store::Store::ArmAddress;

// The figures of one arm out of a comparison: as its baseline, or as one of its candidates.
std::vector<ArmCell> cells_of(const analysis::CandidateComparison& candidate, bool baseline) {
  std::vector<ArmCell> cells;
  for (const auto& compared : candidate.cells) {
    ArmCell& cell = cells.emplace_back(ArmCell{compared.key, compared.options, {}});
    for (const auto& metric : compared.metrics) {
      cell.metrics.push_back({metric.metric, baseline ? metric.baseline : metric.candidate});
    }
  }
  return cells;
}

void add_compared(CampaignFigures& figures, const std::vector<store::ArmRecord>& arms) {
  const analysis::Comparison& comparison = *figures.comparison;
  for (const store::ArmRecord& arm : arms) {
    const bool baseline = arm.name == comparison.baseline.arm;
    for (const auto& candidate : comparison.candidates) {
      if (!baseline && candidate.candidate.arm != arm.name) continue;
      figures.arms.push_back({arm.name, arm.specification, cells_of(candidate, baseline)});
      break;
    }
  }
}

void add_alone(CampaignFigures& figures, analysis::CampaignDetail detail, const std::string& specification) {
  for (analysis::ArmSummary& arm : detail.arms) {
    ArmFigures& out = figures.arms.emplace_back(ArmFigures{arm.identity.arm, specification, {}});
    for (analysis::CellSummary& cell : arm.cells) {
      out.cells.push_back({std::move(cell.key), std::move(cell.options), std::move(cell.metrics)});
    }
  }
}

Result<analysis::Comparison> compared(const store::Store& store, CampaignRow campaign,
                                      const std::vector<store::ArmRecord>& arms, const std::string& baseline) {
  const auto chosen = std::ranges::find(arms, baseline, &store::ArmRecord::name);
  if (chosen == arms.end()) return analysis::compare_campaign(store, campaign);
  std::vector<Address> candidates;
  for (const store::ArmRecord& arm : arms) {
    if (arm.id != chosen->id) candidates.push_back({campaign, arm.id});
  }
  return analysis::compare(store, {campaign, chosen->id}, candidates);
}

}  // namespace

Result<Figures> load_figures(OpenStores& stores, const CampaignAddress& address, const std::string& baseline) {
  const auto opened = stores.at(address.store);
  if (!opened) return std::unexpected(opened.error());
  const store::Store& store = **opened;
  auto campaign = store.campaign(address.campaign);
  if (!campaign) return std::unexpected(std::move(campaign.error()));
  const auto host = store.environment(campaign->host);
  if (!host) return std::unexpected(host.error());
  const auto arms = store.arms(address.campaign);
  if (!arms) return std::unexpected(arms.error());

  auto figures = std::make_shared<CampaignFigures>();
  figures->address = address;
  figures->campaign = *std::move(campaign);
  figures->host_name = host->name;
  if (arms->size() > 1) {
    auto comparison = compared(store, address.campaign, *arms, baseline);
    if (!comparison) return std::unexpected(std::move(comparison.error()));
    figures->comparison = *std::move(comparison);
    add_compared(*figures, *arms);
  } else {
    auto detail = analysis::summarise_campaign(store, address.campaign);
    if (!detail) return std::unexpected(std::move(detail.error()));
    add_alone(*figures, *std::move(detail), arms->empty() ? std::string() : arms->front().specification);
  }
  return Figures(std::move(figures));
}

std::vector<analysis::Metric> metrics_in(const CampaignFigures& figures) {
  std::set<std::pair<std::optional<Direction>, analysis::MetricKind>> found;
  for (const ArmFigures& arm : figures.arms) {
    for (const ArmCell& cell : arm.cells) {
      for (const auto& metric : cell.metrics) found.emplace(metric.metric.direction, metric.metric.kind);
    }
  }
  std::vector<analysis::Metric> metrics;
  for (const auto& [direction, kind] : found) metrics.push_back({kind, direction});
  return metrics;
}

}  // namespace ringside::gui
