// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/campaign_rows.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <optional>
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

Result<void> read_into(CampaignRows& rows, const store::Store& store, const store::MeasurementFilter& filter) {
  GroupMaker groups(rows.groups);
  auto found =
      store.measurements(filter, {.latency = true},
                         [&](const Measurement& measurement, DirectionResult& sums) { groups.add(measurement, sums); });
  if (!found) return std::unexpected(std::move(found.error()));
  groups.finish();
  if (rows.measurements.empty()) {
    rows.measurements = std::move(*found);
  } else {
    std::ranges::move(*found, std::back_inserter(rows.measurements));
  }
  return {};
}

Result<CampaignRows> read_blocks(const std::filesystem::path& path, std::span<const store::BlockRecord> blocks,
                                 std::size_t rows_of_block) {
  const auto store = store::Store::open_read_only(path);
  if (!store) return std::unexpected(store.error());
  CampaignRows rows;
  rows.groups.reserve(blocks.size() * rows_of_block);
  for (const store::BlockRecord& block : blocks) {
    if (auto read = read_into(rows, *store, {.block = block.id}); !read)
      return std::unexpected(std::move(read.error()));
    rows.measurements.reserve(blocks.size() * rows_of_block);
  }
  return rows;
}

void append(CampaignRows& all, CampaignRows part) {
  if (all.measurements.empty()) {
    all = std::move(part);
    return;
  }
  std::ranges::move(part.measurements, std::back_inserter(all.measurements));
  std::ranges::move(part.groups, std::back_inserter(all.groups));
}

}  // namespace

const RunGroup::OfDirection* RunGroup::find(Direction direction) const {
  const auto found = std::ranges::find(directions, direction, &OfDirection::direction);
  return found == directions.end() ? nullptr : &*found;
}

// Of a wide campaign, the same rows in the same order as from one query. Every thread has a connection of its own; a
// row of a block that counts does not change any more, so these need not see the same moment.
Result<CampaignRows> read_rows(const store::Store& store, CampaignRow campaign,
                               std::span<const store::BlockRecord> blocks, std::size_t rows_of_block) {
  const std::size_t threads =
      std::min<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 1u, k_most_threads), blocks.size());
  CampaignRows all;
  if (threads < 2 || blocks.size() * rows_of_block < k_rows_worth_threads) {
    if (auto read = read_into(all, store, {.campaign = campaign}); !read) return std::unexpected(read.error());
    return all;
  }
  std::vector<std::future<Result<CampaignRows>>> parts;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const std::size_t first = blocks.size() * thread / threads;
    const std::size_t end = blocks.size() * (thread + 1) / threads;
    parts.push_back(
        std::async(std::launch::async, read_blocks, store.path(), blocks.subspan(first, end - first), rows_of_block));
  }
  std::optional<Error> error;
  for (auto& part : parts) {
    auto rows = part.get();
    if (!rows) {
      error = std::move(rows.error());
    } else {
      append(all, std::move(*rows));
    }
  }
  if (error) return std::unexpected(*std::move(error));
  return all;
}

}  // namespace ringside::analysis
