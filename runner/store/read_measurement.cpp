// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <unordered_map>

#include "store/compression.h"
#include "store/connection.h"
#include "store/guard.h"
#include "store/histogram_codec.h"
#include "store/json_text.h"
#include "store/row.h"
#include "store/store.h"
#include "store/sums.h"
#include "store/words.h"

namespace ringside::store {
namespace {

// Which measurements, as SQL.
struct Selection {
  std::string from;  // tables that "measurement" is reached by
  bool by_blocks = false;
  std::string where;
  std::vector<std::int64_t> ids;

  void add(std::string_view column, std::int64_t id) {
    where += fmt::format("{}{} = ?", where.empty() ? "" : " AND ", column);
    ids.push_back(id);
  }
};

// SQLite is told the way: by blocks where a campaign is named (CROSS JOIN keeps the order, and the plus sign keeps it
// from the index over cells, which leads through all campaigns), else by cell.
Selection selection_of(const MeasurementFilter& filter) {
  const bool by_blocks = filter.campaign || filter.block;
  Selection selection;
  selection.by_blocks = by_blocks;
  selection.from = by_blocks ? "block CROSS JOIN measurement ON measurement.block_id = block.id" : "measurement";
  if (filter.campaign) selection.add("block.campaign_id", filter.campaign->value);
  if (filter.block) selection.add("block.id", filter.block->value);
  if (filter.cell) selection.add(by_blocks ? "+measurement.cell_id" : "measurement.cell_id", filter.cell->value);
  if (filter.arm) selection.add("measurement.arm_id", filter.arm->value);
  if (filter.status) selection.where += fmt::format(" AND measurement.status = '{}'", to_text(*filter.status));
  return selection;
}

// The measurements found, and where each id is among them.
struct Found {
  std::vector<Measurement> rows;
  std::unordered_map<std::int64_t, std::size_t> places;  // made where the parts come in another order than the rows
  std::size_t last = 0;                                  // the row that was asked for before

  // Null if it is not among them.
  Measurement* find(std::int64_t id) {
    for (std::size_t next = last; next < std::min(last + 2, rows.size()); ++next) {
      if (rows[next].id.value != id) continue;
      last = next;
      return &rows[next];
    }
    if (places.empty()) {
      for (std::size_t row = 0; row < rows.size(); ++row) places.emplace(rows[row].id.value, row);
    }
    const auto place = places.find(id);
    if (place == places.end()) return nullptr;
    last = place->second;
    return &rows[place->second];
  }

  Measurement& at(std::int64_t id) {
    Measurement* found = find(id);
    if (found == nullptr) throw DamagedStore("a part of a measurement without the measurement");
    return *found;
  }
};

// Reads parts of all selected measurements in one pass, the measurement's id being the first column.
class PartReader {
 public:
  PartReader(const Connection& connection, const Selection& selection, Found& found)
      : m_connection(connection), m_selection(selection), m_found(found) {}

  [[nodiscard]] bool by_blocks() const { return m_selection.by_blocks; }

  template <typename Read>
  void each(std::string_view columns, std::string_view join, std::string_view order, Read read) {
    auto rows = m_connection.query(fmt::format("SELECT measurement.id, {} FROM {} {} WHERE {} {}", columns,
                                               m_selection.from, join, m_selection.where, order));
    int parameter = 1;
    for (const std::int64_t id : m_selection.ids) rows.bind(parameter++, id);
    m_found.last = 0;
    while (rows.executeStep()) {
      Row row(rows);
      read(m_found, row.integer(), row);
    }
  }

  // The same for a table whose key begins with measurement_id. What is measured together has ids that follow each
  // other: then the table is read from the first to the last of them, and not looked up id by id.
  template <typename Read>
  void each_of(std::string_view table, std::string_view columns, Read read) {
    if (m_found.rows.empty()) return;
    const auto [first, last] =
        std::ranges::minmax(m_found.rows | std::views::transform([](const Measurement& one) { return one.id.value; }));
    if (last - first >= k_most_strangers * static_cast<std::int64_t>(m_found.rows.size())) {
      each(columns, fmt::format("CROSS JOIN {0} ON {0}.measurement_id = measurement.id", table), "",
           [&](Found& found, std::int64_t id, auto& row) { read(found.at(id), row); });
      return;
    }
    auto rows = m_connection.query(
        fmt::format("SELECT measurement_id, {} FROM {} WHERE measurement_id BETWEEN ? AND ?", columns, table));
    rows.bind(1, first);
    rows.bind(2, last);
    m_found.last = 0;
    while (rows.executeStep()) {
      Row row(rows);
      if (Measurement* measurement = m_found.find(row.integer())) read(*measurement, row);
    }
  }

 private:
  static constexpr std::int64_t k_most_strangers = 2;  // ids in the range per id that is wanted

  const Connection& m_connection;
  const Selection& m_selection;
  Found& m_found;
};

// By blocks, the rows come in their order by themselves (the index over a campaign's blocks, then the one over a
// block's measurements): nothing is sorted. The same holds for the parts below, whose keys begin with the measurement's
// id.
void read_rows(PartReader& parts) {
  const std::string block = parts.by_blocks() ? "block" : "own_block";
  parts.each(
      fmt::format("measurement.block_id, boot_id, arm_id, cell_id, {}.attempt, run, probed, measurement.status, "
                  "measurement.reason, measurement.started_ms, duration_ns, user_cpu_percent, system_cpu_percent, "
                  "context_switches, fio_version",
                  block),
      parts.by_blocks() ? "" : "CROSS JOIN block AS own_block ON own_block.id = measurement.block_id",
      fmt::format("ORDER BY {0}.number, {0}.attempt, arm_id, cell_id, run, probed", block),
      [](Found& found, std::int64_t id, auto& row) {
        Measurement& measurement = found.rows.emplace_back();
        measurement.id = MeasurementId{id};
        measurement.block = row.template id<BlockId>();
        measurement.boot = row.template id<BootId>();
        measurement.arm = row.template id<ArmId>();
        measurement.cell = row.template id<CellId>();
        measurement.attempt = row.small();
        measurement.run = row.small();
        measurement.probed = row.flag();
        measurement.status = row.word(measurement_status_of);
        measurement.reason = row.text();
        measurement.started = row.time();
        measurement.duration = row.duration();
        FioResult fio;
        fio.user_cpu_percent = row.real();
        fio.system_cpu_percent = row.real();
        fio.context_switches = row.count();
        if (row.next_is_null()) return;
        fio.version = row.text();
        measurement.fio = std::move(fio);
      });
}

void read_directions(PartReader& parts, bool with_latency, const Store::DirectionReader& reader) {
  parts.each(fmt::format("direction, ios, bytes, runtime_ns, iops, lat_mean_ns, lat_stddev_ns, lat_count, lat_min_ns, "
                         "lat_max_ns, COALESCE(latency_of = 'completion', 0){}",
                         with_latency ? ", latency.bins" : ""),
             with_latency ? "CROSS JOIN direction ON direction.measurement_id = measurement.id "
                            "LEFT JOIN latency ON latency.direction_id = direction.id"
                          : "CROSS JOIN direction ON direction.measurement_id = measurement.id",
             "", [&](Found& found, std::int64_t id, auto& row) {
               Measurement& measurement = found.at(id);
               if (!measurement.fio) throw DamagedStore("fio's sums without fio's result");
               auto& directions = measurement.fio->directions;
               DirectionResult& sums = directions.emplace_back();
               read_sums(row, sums);
               if (with_latency && !row.next_is_null()) sums.latency = intact(decode_histogram(row.blob()));
               if (reader) reader(measurement, sums);
               if (directions.size() > 1) std::ranges::sort(directions, {}, &DirectionResult::direction);
             });
}

void read_remarks(PartReader& parts) {
  parts.each_of("treatment_check", "name, outcome, evidence", [](Measurement& measurement, auto& row) {
    TreatmentCheck& check = measurement.checks.emplace_back();
    check.id = row.text();
    check.outcome = row.word(check_outcome_of);
    check.evidence = row.text();
  });
  parts.each_of("warning", "text",
                [](Measurement& measurement, auto& row) { measurement.warnings.push_back(row.text()); });
}

template <typename Reader>
std::optional<QueueSplit> split_of(Reader& row) {
  const bool absent = row.next_is_null();
  QueueSplit split;
  split.default_queues = row.small();
  split.read_queues = row.small();
  split.poll_queues = row.small();
  return absent ? std::nullopt : std::optional(split);
}

void read_disks(PartReader& parts) {
  parts.each(
      "disk, log_default, log_read, log_poll, hctx_default, hctx_read, hctx_poll, scheduler, completed, interrupts",
      "CROSS JOIN disk_treatment ON disk_treatment.measurement_id = measurement.id",
      "ORDER BY measurement.id, position", [](Found& found, std::int64_t id, auto& row) {
        DiskTreatment& disk = found.at(id).disks.emplace_back();
        disk.disk = row.text();
        disk.log_line = split_of(row);
        disk.hctx = split_of(row);
        disk.scheduler = row.text();
        disk.completed = row.count();
        disk.interrupts = row.count();
      });
}

void read_samples(PartReader& parts) {
  parts.each("iops_samples", "CROSS JOIN fio_output ON fio_output.measurement_id = measurement.id", "",
             [](Found& found, std::int64_t id, auto& row) {
               Measurement& measurement = found.at(id);
               if (measurement.fio) measurement.fio->iops_samples = intact(numbers_from_json(row.text()));
             });
}

void read_raw(PartReader& parts) {
  parts.each("json_size, json", "CROSS JOIN fio_output ON fio_output.measurement_id = measurement.id", "",
             [](Found& found, std::int64_t id, auto& row) {
               const std::uint64_t size = row.count();
               found.at(id).fio_json = intact(decompress(row.text(), size));
             });
}

void read_mechanism(PartReader& parts) {
  parts.each("probe_counter.name, probe_counter.queue, probe_counter.value",
             "CROSS JOIN probe_counter ON probe_counter.measurement_id = measurement.id", "",
             [](Found& found, std::int64_t id, auto& row) {
               auto& mechanism = found.at(id).mechanism;
               if (!mechanism) mechanism.emplace();
               const std::string name = row.text();
               const int queue = row.small();
               const std::uint64_t value = row.count();
               if (name == k_misses_counter) {
                 mechanism->probes.push_back(
                     {.program = "all", .target = {}, .state = "attached", .why = {}, .misses = value});
               } else {
                 mechanism->counters[name][queue] = value;
               }
             });
  parts.each("probe_histogram.name, probe_histogram.queue, probe_histogram.bins",
             "CROSS JOIN probe_histogram ON probe_histogram.measurement_id = measurement.id",
             "ORDER BY measurement.id, probe_histogram.id", [](Found& found, std::int64_t id, auto& row) {
               auto& mechanism = found.at(id).mechanism;
               if (!mechanism) throw DamagedStore("histograms of probes without their counters");
               std::string name = row.text();
               const int queue = row.small();
               mechanism->histograms.push_back({std::move(name), queue, intact(decode_histogram(row.text()))});
             });
}

std::vector<Measurement> read(const Connection& connection, const Selection& selection, const MeasurementParts& wanted,
                              const Store::DirectionReader& reader) {
  Found found;
  PartReader parts(connection, selection, found);
  read_rows(parts);
  read_directions(parts, wanted.latency, reader);
  if (wanted.remarks) read_remarks(parts);
  if (wanted.disks) read_disks(parts);
  if (wanted.samples) read_samples(parts);
  if (wanted.raw) read_raw(parts);
  if (wanted.mechanism) read_mechanism(parts);
  return std::move(found.rows);
}

}  // namespace

Result<std::vector<Measurement>> Store::measurements(const MeasurementFilter& filter,
                                                     const MeasurementParts& parts) const {
  return measurements(filter, parts, {});
}

Result<std::vector<Measurement>> Store::measurements(const MeasurementFilter& filter, const MeasurementParts& parts,
                                                     const DirectionReader& reader) const {
  if (!filter.campaign && !filter.cell && !filter.block) {
    return fail(ErrorCode::usage, "measurements are read by campaign, cell or block, never all at once");
  }
  return guarded(path(), [&]() -> Result<std::vector<Measurement>> {
    // One snapshot: a writer may be adding rows between the passes.
    const SQLite::Transaction snapshot(*m_connection->database);
    return read(*m_connection, selection_of(filter), parts, reader);
  });
}

Result<Measurement> Store::measurement(MeasurementId measurement) const {
  return guarded(path(), [&]() -> Result<Measurement> {
    const SQLite::Transaction snapshot(*m_connection->database);
    Selection selection;
    selection.from = "measurement";
    selection.add("measurement.id", measurement.value);
    auto found = read(*m_connection, selection,
                      {.latency = true, .disks = true, .samples = true, .raw = true, .mechanism = true}, {});
    if (found.empty()) {
      return fail(ErrorCode::not_found, fmt::format("{}: there is no such measurement", path().string()));
    }
    return std::move(found.front());
  });
}

}  // namespace ringside::store
