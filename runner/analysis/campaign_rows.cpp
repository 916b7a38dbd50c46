// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/campaign_rows.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace ringside::analysis {
namespace {

// Fewer rows are read before a second connection is open.
constexpr std::size_t k_rows_worth_threads = 10'000;
constexpr unsigned k_most_threads = 4;

// Makes groups of what the store hands over; the runs of a group follow each other.
class GroupMaker {
 public:
  explicit GroupMaker(std::vector<RunGroup>& groups) : m_groups(groups) {}

  void add(const Measurement& measurement, DirectionResult& sums) {
    auto latency = std::exchange(sums.latency, std::nullopt);
    if (measurement.status != MeasurementStatus::valid || measurement.probed) return;
    const bool goes_on = !m_runs.empty() && m_open.block == measurement.block && m_open.arm == measurement.arm &&
                         m_open.cell == measurement.cell;
    if (!goes_on) {
      finish();
      m_open = {measurement.block, measurement.arm, measurement.cell, {}};
    }
    m_runs.push_back(sums);
    m_runs.back().latency = std::move(latency);
  }

  void finish() {
    if (m_runs.empty()) return;
    for (const Direction direction : {Direction::read, Direction::write, Direction::trim}) add_direction(direction);
    m_groups.push_back(std::move(m_open));
    m_runs.clear();
  }

 private:
  void add_direction(Direction direction) {
    m_of_direction.clear();
    for (const DirectionResult& run : m_runs) {
      if (run.direction == direction) m_of_direction.push_back(&run);
    }
    if (m_of_direction.empty()) return;
    RunGroup::OfDirection& figures = m_open.directions.emplace_back();
    figures.direction = direction;
    figures.all = figures_of(0, m_of_direction);
    if (m_of_direction.size() == 1) return;
    for (const DirectionResult*& run : m_of_direction) figures.each.push_back(figures_of(0, std::span(&run, 1)));
  }

  std::vector<RunGroup>& m_groups;
  RunGroup m_open;
  std::vector<DirectionResult> m_runs;  // of the open group, with their bins
  std::vector<const DirectionResult*> m_of_direction;
};

Result<CampaignRows> read(const store::Store& store, const store::MeasurementFilter& filter) {
  CampaignRows rows;
  GroupMaker groups(rows.groups);
  auto found =
      store.measurements(filter, {.latency = true},
                         [&](const Measurement& measurement, DirectionResult& sums) { groups.add(measurement, sums); });
  if (!found) return std::unexpected(std::move(found.error()));
  groups.finish();
  rows.measurements = std::move(*found);
  return rows;
}

// Takes block after block until none is left; `parts` has a place for each.
Result<void> read_blocks(const std::filesystem::path& path, std::span<const store::BlockRecord> blocks,
                         std::span<CampaignRows> parts, std::atomic<std::size_t>& next) {
  const auto store = store::Store::open_read_only(path);
  if (!store) return std::unexpected(store.error());
  for (std::size_t at = next++; at < blocks.size(); at = next++) {
    auto rows = read(*store, {.block = blocks[at].id});
    if (!rows) return std::unexpected(std::move(rows.error()));
    parts[at] = std::move(*rows);
  }
  return {};
}

}  // namespace

const RunGroup::OfDirection* RunGroup::find(Direction direction) const {
  const auto found = std::ranges::find(directions, direction, &OfDirection::direction);
  return found == directions.end() ? nullptr : &*found;
}

// Of a wide campaign, the same rows in the same order as from one query. Every thread has a connection of its own; a
// row of a block that counts does not change any more, so these need not see the same moment.
Result<std::vector<CampaignRows>> read_rows(const store::Store& store, CampaignRow campaign,
                                            std::span<const store::BlockRecord> blocks, std::size_t rows_of_block) {
  const std::size_t threads =
      std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, k_most_threads), blocks.size());
  std::vector<CampaignRows> parts;
  if (threads < 2 || blocks.size() * rows_of_block < k_rows_worth_threads) {
    auto rows = read(store, {.campaign = campaign});
    if (!rows) return std::unexpected(std::move(rows.error()));
    parts.push_back(std::move(*rows));
    return parts;
  }
  parts.resize(blocks.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<Result<void>>> readers;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    readers.push_back(std::async(std::launch::async, [&] { return read_blocks(store.path(), blocks, parts, next); }));
  }
  Result<void> all;
  for (auto& reader : readers) {
    auto read = reader.get();
    if (!read) all = std::move(read);
  }
  if (!all) return std::unexpected(std::move(all.error()));
  return parts;
}

}  // namespace ringside::analysis
