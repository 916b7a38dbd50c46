// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/campaign_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace ringside::analysis {
namespace {

// Moves the value out, or returns the error of the enclosing function.
template <typename Value>
std::optional<Error> take(Result<Value> result, Value& into) {
  if (!result) return std::move(result.error());
  into = *std::move(result);
  return std::nullopt;
}

void add_checks(TreatmentSummary& summary, const Measurement& measurement) {
  if (measurement.checks.empty()) return;
  const auto has = [&](CheckOutcome outcome) {
    return std::ranges::find(measurement.checks, outcome, &TreatmentCheck::outcome) != measurement.checks.end();
  };
  for (const TreatmentCheck& check : measurement.checks) {
    if (check.outcome != CheckOutcome::failed) continue;
    std::string failure = check.id + ": " + check.evidence;
    if (std::ranges::find(summary.failures, failure) == summary.failures.end()) {
      summary.failures.push_back(std::move(failure));
    }
  }
  if (has(CheckOutcome::failed)) {
    ++summary.failed;
  } else if (has(CheckOutcome::unknown)) {
    ++summary.unknown;
  } else {
    ++summary.passed;
  }
}

std::string joined(const std::set<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " + ") + word;
  return out;
}

// Sorts measurements into `data`, whose arms exist already.
class Sorter {
 public:
  Sorter(CampaignData& data, std::span<const store::BootRecord> boots) : m_data(data) {
    for (const store::BootRecord& boot : boots) m_boots.emplace(boot.id, &boot);
    for (ArmData& arm : data.arms) m_arms.emplace(arm.id, &arm);
    for (const store::CellRecord& cell : data.cells) m_keys.emplace(cell.id, cell.key);
  }

  void add(const Measurement& measurement) {
    const auto block = m_data.attempts.counting.find(measurement.block);
    const auto arm = m_arms.find(measurement.arm);
    if (arm == m_arms.end()) return;
    if (measurement.probed) {
      ++m_data.probed;
    } else if (block == m_data.attempts.counting.end()) {
      ++m_data.superseded;
    } else {
      add_counting(*arm->second, measurement, block->second);
    }
  }

  void add(const RunGroup& group) {
    const auto block = m_data.attempts.counting.find(group.block);
    const auto arm = m_arms.find(group.arm);
    if (arm == m_arms.end() || block == m_data.attempts.counting.end()) return;
    arm->second->cells[group.cell].valid[block->second].figures = &group;
  }

  void name_places() {
    for (ArmData& arm : m_data.arms) {
      const auto accelerators = m_accelerators.find(arm.id);
      arm.identity.accelerator =
          accelerators == m_accelerators.end() ? m_data.campaign.accelerator : joined(accelerators->second);
      arm.identity.kernel = joined(m_kernels[arm.id]);
    }
  }

 private:
  void add_counting(ArmData& arm, const Measurement& measurement, int block) {
    if (const auto boot = m_boots.find(measurement.boot); boot != m_boots.end()) {
      m_accelerators[arm.id].insert(boot->second->accelerator);
      m_kernels[arm.id].insert(boot->second->kernel_release);
    }
    CellData& cell = arm.cells[measurement.cell];
    add_checks(cell.treatment, measurement);
    if (measurement.status == MeasurementStatus::valid) {
      cell.valid[block].runs.push_back(&measurement);
      note_latency(measurement);
      return;
    }
    cell.excluded.push_back({measurement.id, arm.identity.arm, m_keys[measurement.cell], block, measurement.attempt,
                             measurement.run, measurement.reason});
  }

  void note_latency(const Measurement& measurement) {
    if (!measurement.fio) return;
    for (const DirectionResult& sums : measurement.fio->directions) {
      m_data.completion_latency = m_data.completion_latency || sums.latency_is_completion;
    }
  }

  CampaignData& m_data;
  std::map<BootId, const store::BootRecord*> m_boots;
  std::map<ArmId, ArmData*> m_arms;
  std::map<CellId, std::string> m_keys;
  std::map<ArmId, std::set<std::string>> m_accelerators;
  std::map<ArmId, std::set<std::string>> m_kernels;
};

ArmData empty_arm(const CampaignData& data, const store::ArmRecord& arm) {
  ArmData out;
  out.id = arm.id;
  out.identity.campaign = data.campaign.uuid;
  out.identity.campaign_name = data.campaign.name;
  out.identity.arm = arm.name;
  out.identity.sha256 = arm.sha256;
  out.identity.build_id = arm.build_id;
  out.facts = arm.facts;
  out.identity.host_name = data.host.name;
  out.identity.host_identity = data.host.identity;
  return out;
}

}  // namespace

std::size_t CellData::valid_count() const {
  std::size_t count = 0;
  for (const auto& [number, block] : valid) count += block.runs.size();
  return count;
}

Nanoseconds CellData::duration() const {
  Nanoseconds total{0};
  for (const auto& [number, block] : valid) {
    for (const Measurement* run : block.runs) total += run->duration;
  }
  return total;
}

std::vector<Direction> CellData::directions() const {
  std::set<Direction> found;
  for (const auto& [number, block] : valid) {
    for (const Measurement* run : block.runs) {
      if (!run->fio) continue;
      for (const DirectionResult& sums : run->fio->directions) {
        if (sums.ios > 0) found.insert(sums.direction);
      }
    }
  }
  return {found.begin(), found.end()};
}

std::vector<BlockFigures> CellData::figures(Direction direction) const {
  std::vector<BlockFigures> figures;
  figures.reserve(valid.size());
  for (const auto& [number, block] : valid) {
    const auto* found = block.figures == nullptr ? nullptr : block.figures->find(direction);
    figures.push_back(found == nullptr ? BlockFigures{} : found->all);
    figures.back().block = number;
  }
  return figures;
}

std::vector<std::vector<BlockFigures>> CellData::run_figures(Direction direction) const {
  std::vector<std::vector<BlockFigures>> figures;
  for (const auto& [number, block] : valid) {
    const auto* found = block.figures == nullptr ? nullptr : block.figures->find(direction);
    if (found != nullptr) figures.push_back(found->each.empty() ? std::vector{found->all} : found->each);
  }
  return figures;
}

const CellData& ArmData::cell(CellId which) const {
  static const CellData k_nothing;
  const auto found = cells.find(which);
  return found == cells.end() ? k_nothing : found->second;
}

const ArmData* CampaignData::find(ArmId arm) const {
  const auto found = std::ranges::find(arms, arm, &ArmData::id);
  return found == arms.end() ? nullptr : &*found;
}

Result<CampaignData> load_campaign(const store::Store& store, CampaignRow campaign) {
  CampaignData data;
  std::vector<store::ArmRecord> arms;
  std::vector<store::BlockRecord> blocks;
  std::vector<store::BootRecord> boots;
  auto error = take(store.campaign(campaign), data.campaign);
  if (!error) error = take(store.environment(data.campaign.host), data.host);
  if (!error) error = take(store.cells(campaign), data.cells);
  if (!error) error = take(store.arms(campaign), arms);
  if (!error) error = take(store.blocks(campaign), blocks);
  if (!error) error = take(store.boots(campaign), boots);
  if (!error) error = take(read_rows(store, campaign, blocks, arms.size() * data.cells.size()), data.rows);
  if (error) return std::unexpected(*std::move(error));

  data.attempts = attempts_of(blocks);
  for (const store::ArmRecord& arm : arms) data.arms.push_back(empty_arm(data, arm));
  Sorter sorter(data, boots);
  for (const CampaignRows& part : data.rows) {
    for (const Measurement& measurement : part.measurements) sorter.add(measurement);
    for (const RunGroup& group : part.groups) sorter.add(group);
  }
  sorter.name_places();
  return data;
}

}  // namespace ringside::analysis
