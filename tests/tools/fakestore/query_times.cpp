// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakestore/query_times.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>

#include "analysis/arm_summary.h"
#include "analysis/comparison.h"

namespace ringside::fakestore {
namespace {

using View = std::function<Result<std::size_t>()>;

Nanoseconds cpu_now() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + Nanoseconds(now.tv_nsec);
}

Nanoseconds median_of(std::array<Nanoseconds, 5> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

Result<QueryTime> time_of(std::string name, const View& view) {
  std::array<Nanoseconds, 5> times{};
  std::array<Nanoseconds, 5> cpu{};
  QueryTime result;
  result.view = std::move(name);
  for (std::size_t at = 0; at < times.size(); ++at) {
    const TimePoint start = SteadyClock::now();
    const Nanoseconds cpu_start = cpu_now();
    const auto rows = view();
    cpu[at] = cpu_now() - cpu_start;
    times[at] = SteadyClock::now() - start;
    if (!rows) return std::unexpected(rows.error());
    result.rows = *rows;
  }
  result.first = times.front();
  result.median = median_of(times);
  result.cpu = median_of(cpu);
  return result;
}

// The number of elements of a list that a reader returns.
template <typename Value>
Result<std::size_t> size_of(const Result<std::vector<Value>>& list) {
  if (!list) return std::unexpected(list.error());
  return list->size();
}

Result<std::size_t> found(const Result<CampaignRow>& campaign) {
  if (!campaign) return std::unexpected(campaign.error());
  return 1;
}

}  // namespace

Result<std::vector<QueryTime>> query_times(const store::Store& store) {
  const auto latest = store.find_campaign("");
  if (!latest) return std::unexpected(latest.error());
  const auto cells = store.cells(*latest);
  if (!cells) return std::unexpected(cells.error());
  const CellId cell = cells->front().id;
  const CampaignRow row = *latest;
  const auto uuid = store.campaign(row);
  if (!uuid) return std::unexpected(uuid.error());

  const std::vector<std::pair<std::string, View>> views{
      {"all campaigns with their counts", [&] { return size_of(store.campaigns()); }},
      {"the latest 20 campaigns", [&] { return size_of(store.campaigns({.limit = 20})); }},
      {"find by name", [&] { return found(store.find_campaign(uuid->name)); }},
      {"find by UUID prefix", [&] { return found(store.find_campaign(uuid->uuid.to_text().substr(0, 8))); }},
      {"blocks of a campaign", [&] { return size_of(store.blocks(row)); }},
      {"boots of a campaign", [&] { return size_of(store.boots(row)); }},
      {"measurements of a campaign, light", [&] { return size_of(store.measurements({.campaign = row})); }},
      {"measurements of a campaign, with bins",
       [&] { return size_of(store.measurements({.campaign = row}, {.latency = true})); }},
      {"one cell of a campaign, with bins",
       [&] { return size_of(store.measurements({.campaign = row, .cell = cell}, {.latency = true})); }},
      {"history of a cell over all campaigns",
       [&]() -> Result<std::size_t> {
         const auto history = store.cell_history(cell);
         if (!history) return std::unexpected(history.error());
         std::size_t rows = 0;
         for (const store::HistoryCampaign& campaign : *history) rows += campaign.rows.size();
         return rows;
       }},
      {"show a campaign",
       [&]() -> Result<std::size_t> {
         const auto detail = analysis::summarise_campaign(store, row);
         if (!detail) return std::unexpected(detail.error());
         return detail->arms.size() * detail->arms.front().cells.size();
       }},
      {"compare a campaign's arms",
       [&]() -> Result<std::size_t> {
         const auto comparison = analysis::compare_campaign(store, row);
         if (!comparison) return std::unexpected(comparison.error());
         return comparison->candidates.front().cells.size();
       }},
      {"the same, IOPS and p99 only", [&]() -> Result<std::size_t> {
         analysis::CompareOptions options;
         options.metrics = {"iops", "lat_p99"};
         const auto comparison = analysis::compare_campaign(store, row, options);
         if (!comparison) return std::unexpected(comparison.error());
         return comparison->candidates.front().cells.size();
       }}};
  std::vector<QueryTime> times;
  for (const auto& [name, view] : views) {
    auto time = time_of(name, view);
    if (!time) return std::unexpected(std::move(time.error()));
    times.push_back(*std::move(time));
  }
  return times;
}

}  // namespace ringside::fakestore
