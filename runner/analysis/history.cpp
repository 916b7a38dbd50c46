// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/history.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

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
  std::vector<Measurement> runs;
  for (const store::HistoryRow& row : rows) {
    if (row.attempt != rows.back().attempt || row.sums.direction != direction) continue;
    runs.emplace_back().fio = FioResult{};
    runs.back().fio->directions.push_back(row.sums);
  }
  std::vector<const Measurement*> pointers;
  for (const Measurement& run : runs) pointers.push_back(&run);
  return figures_of(rows.front().block, pointers, direction);
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

std::string kernels_of(const std::vector<store::BootRecord>& boots) {
  std::set<std::string> kernels;
  for (const store::BootRecord& boot : boots) {
    if (!boot.kernel_release.empty()) kernels.insert(boot.kernel_release);
  }
  std::string joined;
  for (const std::string& kernel : kernels) joined += (joined.empty() ? "" : " + ") + kernel;
  return joined;
}

// What is the same for all arms of a campaign.
struct Place {
  store::CampaignRecord campaign;
  store::Environment host;
  std::string kernel;
};

ArmIdentity identity_of(const Place& place, const store::ArmRecord& arm) {
  ArmIdentity identity;
  identity.campaign = place.campaign.uuid;
  identity.campaign_name = place.campaign.name;
  identity.arm = arm.name;
  identity.sha256 = arm.sha256;
  identity.build_id = arm.build_id;
  identity.accelerator = place.campaign.accelerator;
  identity.kernel = place.kernel;
  identity.host_name = place.host.name;
  identity.host_identity = place.host.identity;
  return identity;
}

// Reads the campaigns that a history names, each host once.
class Places {
 public:
  explicit Places(const store::Store& store) : m_store(store) {}

  Result<Place> at(CampaignRow row) {
    Place place;
    auto campaign = m_store.campaign(row);
    if (!campaign) return std::unexpected(std::move(campaign.error()));
    place.campaign = *std::move(campaign);
    auto host = m_hosts.find(place.campaign.host);
    if (host == m_hosts.end()) {
      auto environment = m_store.environment(place.campaign.host);
      if (!environment) return std::unexpected(std::move(environment.error()));
      host = m_hosts.emplace(place.campaign.host, *std::move(environment)).first;
    }
    place.host = host->second;
    const auto boots = m_store.boots(row);
    if (!boots) return std::unexpected(boots.error());
    place.kernel = kernels_of(*boots);
    return place;
  }

 private:
  const store::Store& m_store;
  std::map<store::EnvironmentId, store::Environment> m_hosts;
};

// Adds the points of one campaign, in the order of its arms.
void add_points(const Place& place, const std::vector<store::ArmRecord>& arms, Rows rows, const Metric& metric,
                std::vector<HistoryPoint>& points) {
  std::map<ArmId, Rows> by_arm;
  while (!rows.empty()) {
    const ArmId arm = rows.front().arm;
    by_arm[arm] = take_while(rows, [](const auto& a, const auto& b) { return a.arm == b.arm; });
  }
  for (const store::ArmRecord& arm : arms) {
    const auto found = by_arm.find(arm.id);
    if (found == by_arm.end()) continue;
    points.push_back({place.campaign.id, place.campaign.started, place.campaign.status, identity_of(place, arm),
                      estimate(found->second, metric)});
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
  Places places(store);
  Rows rows = *history;
  while (!rows.empty()) {
    const Rows one = take_while(rows, [](const auto& a, const auto& b) { return a.campaign == b.campaign; });
    const auto place = places.at(one.front().campaign);
    if (!place) return std::unexpected(place.error());
    const auto arms = store.arms(place->campaign.id);
    if (!arms) return std::unexpected(arms.error());
    add_points(*place, *arms, one, metric, points);
  }
  return points;
}

}  // namespace ringside::analysis
