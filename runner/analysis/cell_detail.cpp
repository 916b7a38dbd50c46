// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/cell_detail.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analysis/attempts.h"

namespace ringside::analysis {
namespace {

// Adds up what the measurements of one arm brought.
class ArmSums {
 public:
  void add(const Measurement& measurement) {
    for (const DiskTreatment& disk : measurement.disks) {
      DiskActivity& sum = m_disks[disk.disk];
      sum.disk = disk.disk;
      sum.completed += disk.completed;
      sum.interrupts += disk.interrupts;
    }
    if (!measurement.fio) return;
    for (const DirectionResult& sums : measurement.fio->directions) {
      if (sums.latency) add_latency(sums);
    }
  }

  [[nodiscard]] ArmCellDetail detail(std::string arm) const {
    ArmCellDetail out;
    out.arm = std::move(arm);
    for (const auto& [what, latency] : m_latency) {
      out.latency.push_back({what.first, latency_curve(latency), what.second});
    }
    for (const auto& [name, disk] : m_disks) out.disks.push_back(disk);
    return out;
  }

 private:
  // Bins of total and of completion latency are not the same thing and never added.
  void add_latency(const DirectionResult& sums) {
    const auto [found, is_new] =
        m_latency.try_emplace({sums.direction, sums.latency_is_completion}, sums.latency->resolution());
    if (auto merged = found->second.merge(*sums.latency); !merged) return;
  }

  std::map<std::pair<Direction, bool>, Histogram> m_latency;
  std::map<std::string, DiskActivity> m_disks;
};

void drop_bins(std::vector<Measurement>& measurements) {
  for (Measurement& measurement : measurements) {
    if (!measurement.fio) continue;
    for (DirectionResult& sums : measurement.fio->directions) sums.latency.reset();
  }
}

std::optional<Mechanism> latest_mechanism(const std::vector<Measurement>& measurements, ArmId arm) {
  std::optional<Mechanism> latest;
  for (const Measurement& measurement : measurements) {
    const bool valid = measurement.status == MeasurementStatus::valid;
    if (measurement.arm == arm && measurement.probed && valid && measurement.mechanism) latest = measurement.mechanism;
  }
  return latest;
}

Result<std::vector<store::BootRecord>> boots_of(const store::Store& store, CampaignRow campaign,
                                                const std::vector<Measurement>& measurements) {
  std::set<BootId> wanted;
  for (const Measurement& measurement : measurements) wanted.insert(measurement.boot);
  auto boots = store.boots(campaign);
  if (boots) std::erase_if(*boots, [&](const store::BootRecord& boot) { return !wanted.contains(boot.id); });
  return boots;
}

}  // namespace

Result<CellDetail> cell_detail(const store::Store& store, CampaignRow campaign, std::string_view key) {
  auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(std::move(cells.error()));
  const auto cell = std::ranges::find(*cells, key, &store::CellRecord::key);
  if (cell == cells->end()) {
    return fail(ErrorCode::not_found, "the campaign has no cell '" + std::string(key) + "'");
  }
  auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(std::move(arms.error()));
  auto blocks = store.blocks(campaign);
  if (!blocks) return std::unexpected(std::move(blocks.error()));
  auto measurements =
      store.measurements({.campaign = campaign, .cell = cell->id}, {.latency = true, .disks = true, .mechanism = true});
  if (!measurements) return std::unexpected(std::move(measurements.error()));
  auto boots = boots_of(store, campaign, *measurements);
  if (!boots) return std::unexpected(std::move(boots.error()));

  const Attempts attempts = attempts_of(*blocks);
  std::map<ArmId, ArmSums> sums;
  for (const Measurement& measurement : *measurements) {
    const bool counts = attempts.counting.contains(measurement.block) && !measurement.probed;
    if (counts && measurement.status == MeasurementStatus::valid) sums[measurement.arm].add(measurement);
  }
  CellDetail detail;
  detail.key = key;
  for (const store::ArmRecord& arm : *arms) {
    detail.arms.push_back(sums[arm.id].detail(arm.name));
    detail.arms.back().mechanism = latest_mechanism(*measurements, arm.id);
  }
  drop_bins(*measurements);
  detail.measurements = *std::move(measurements);
  detail.blocks = *std::move(blocks);
  detail.arm_records = *std::move(arms);
  detail.cells = *std::move(cells);
  detail.boots = *std::move(boots);
  return detail;
}

}  // namespace ringside::analysis
