// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/campaign_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <set>
#include <thread>
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
      cell.valid[block].push_back(&measurement);
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
  for (const auto& [block, runs] : valid) count += runs.size();
  return count;
}

Nanoseconds CellData::duration() const {
  Nanoseconds total{0};
  for (const auto& [block, runs] : valid) {
    for (const Measurement* run : runs) total += run->duration;
  }
  return total;
}

std::vector<Direction> CellData::directions() const {
  std::set<Direction> found;
  for (const auto& [block, runs] : valid) {
    for (const Measurement* run : runs) {
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
  for (const auto& [block, runs] : valid) figures.push_back(figures_of(block, runs, direction));
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

namespace {

// Fewer rows are read before a second connection is open.
constexpr std::size_t k_rows_worth_threads = 10'000;
constexpr unsigned k_most_threads = 4;

using Rows = std::vector<Measurement>;

Result<Rows> read_blocks(const std::filesystem::path& path, std::span<const store::BlockRecord> blocks) {
  const auto store = store::Store::open_read_only(path);
  if (!store) return std::unexpected(store.error());
  Rows all;
  for (const store::BlockRecord& block : blocks) {
    auto rows = store->measurements({.block = block.id}, {.latency = true});
    if (!rows) return rows;
    if (all.empty()) all.reserve(rows->size() * blocks.size());
    std::ranges::move(*rows, std::back_inserter(all));
  }
  return all;
}

// The rows of a wide campaign, in the same order as from one query. Every thread has a connection of its own; a row of
// a block that counts does not change any more, so these need not see the same moment.
Result<Rows> read_rows(const store::Store& store, CampaignRow campaign, std::span<const store::BlockRecord> blocks,
                       std::size_t rows_of_block) {
  const std::size_t threads =
      std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, k_most_threads), blocks.size());
  if (threads < 2 || blocks.size() * rows_of_block < k_rows_worth_threads) {
    return store.measurements({.campaign = campaign}, {.latency = true});
  }
  std::vector<std::future<Result<Rows>>> parts;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const std::size_t first = blocks.size() * thread / threads;
    const std::size_t end = blocks.size() * (thread + 1) / threads;
    parts.push_back(std::async(std::launch::async, read_blocks, store.path(), blocks.subspan(first, end - first)));
  }
  Rows all;
  std::optional<Error> error;
  for (auto& part : parts) {
    auto rows = part.get();
    if (!rows) {
      error = std::move(rows.error());
    } else if (all.empty()) {
      all = std::move(*rows);
      all.reserve(blocks.size() * rows_of_block);
    } else {
      std::ranges::move(*rows, std::back_inserter(all));
    }
  }
  if (error) return std::unexpected(*std::move(error));
  return all;
}

}  // namespace

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
  if (!error) error = take(read_rows(store, campaign, blocks, arms.size() * data.cells.size()), data.measurements);
  if (error) return std::unexpected(*std::move(error));

  data.attempts = attempts_of(blocks);
  for (const store::ArmRecord& arm : arms) data.arms.push_back(empty_arm(data, arm));
  Sorter sorter(data, boots);
  for (const Measurement& measurement : data.measurements) sorter.add(measurement);
  sorter.name_places();
  return data;
}

}  // namespace ringside::analysis
