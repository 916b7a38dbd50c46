// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "store/compression.h"
#include "store/connection.h"
#include "store/guard.h"
#include "store/histogram_codec.h"
#include "store/json_text.h"
#include "store/row.h"
#include "store/store.h"
#include "store/words.h"

namespace ringside::store {
namespace {

// Block, boot, arm and cell are of one campaign, the boot of this block, and the attempt is the block's.
Result<void> check_belongs(Connection& connection, const Measurement& measurement) {
  auto& rows = connection.prepared(
      "SELECT block.attempt FROM block "
      "JOIN boot ON boot.block_id = block.id AND boot.id = ? "
      "JOIN arm ON arm.campaign_id = block.campaign_id AND arm.id = ? "
      "JOIN campaign_cell ON campaign_cell.campaign_id = block.campaign_id AND campaign_cell.cell_id = ? "
      "WHERE block.id = ?");
  bind_all(rows, measurement.boot, measurement.arm, measurement.cell, measurement.block);
  if (!rows.executeStep()) {
    return fail(ErrorCode::usage, "the measurement's block, boot, arm and cell do not belong together");
  }
  const int attempt = rows.getColumn(0).getInt();
  rows.reset();
  if (attempt == measurement.attempt) return {};
  return fail(ErrorCode::usage,
              fmt::format("the measurement is of attempt {}, its block of attempt {}", measurement.attempt, attempt));
}

MeasurementId insert_row(Connection& connection, const Measurement& measurement) {
  std::optional<std::string> version;
  std::optional<double> user_cpu;
  std::optional<double> system_cpu;
  std::optional<std::uint64_t> switches;
  if (measurement.fio) {
    version = measurement.fio->version;
    user_cpu = measurement.fio->user_cpu_percent;
    system_cpu = measurement.fio->system_cpu_percent;
    switches = measurement.fio->context_switches;
  }
  run(connection.prepared("INSERT INTO measurement (block_id, boot_id, arm_id, cell_id, run, probed, status, reason, "
                          "started_ms, duration_ns, fio_version, user_cpu_percent, system_cpu_percent, "
                          "context_switches) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      measurement.block, measurement.boot, measurement.arm, measurement.cell, measurement.run, measurement.probed,
      to_text(measurement.status), measurement.reason, measurement.started, measurement.duration, version, user_cpu,
      system_cpu, switches);
  return MeasurementId{connection.database->getLastInsertRowid()};
}

void insert_direction(Connection& connection, MeasurementId measurement, const DirectionResult& sums) {
  std::optional<std::string> latency_of;
  if (sums.latency) latency_of = sums.latency_is_completion ? "completion" : "total";
  run(connection.prepared(
          "INSERT INTO direction (measurement_id, direction, ios, bytes, runtime_ns, iops, lat_mean_ns, "
          "lat_stddev_ns, lat_count, lat_min_ns, lat_max_ns, latency_of) "
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      measurement, to_text(sums.direction), sums.ios, sums.bytes, sums.runtime, sums.iops, sums.lat_mean_ns,
      sums.lat_stddev_ns, sums.lat_count, sums.lat_min_ns, sums.lat_max_ns, latency_of);
  if (!sums.latency) return;
  const std::int64_t direction = connection.database->getLastInsertRowid();
  const std::string bins = encode(*sums.latency);
  run(connection.prepared("INSERT INTO latency (direction_id, bins) VALUES (?, ?)"), direction, BlobView{bins});
}

void insert_output(Connection& connection, MeasurementId id, const Measurement& measurement) {
  const bool has_samples = measurement.fio && !measurement.fio->iops_samples.empty();
  if (measurement.fio_json.empty() && !has_samples) return;
  const std::string json = compress(measurement.fio_json);
  run(connection.prepared("INSERT INTO fio_output (measurement_id, iops_samples, json_size, json) VALUES (?, ?, ?, ?)"),
      id, to_json(measurement.fio ? measurement.fio->iops_samples : std::vector<double>{}), measurement.fio_json.size(),
      BlobView{json});
}

struct SplitColumns {
  std::optional<int> standard;
  std::optional<int> read;
  std::optional<int> poll;

  explicit SplitColumns(const std::optional<QueueSplit>& split) {
    if (!split) return;
    standard = split->default_queues;
    read = split->read_queues;
    poll = split->poll_queues;
  }
};

void insert_disks(Connection& connection, MeasurementId id, const std::vector<DiskTreatment>& disks) {
  int position = 0;
  for (const DiskTreatment& disk : disks) {
    const SplitColumns log(disk.log_line);
    const SplitColumns hctx(disk.hctx);
    run(connection.prepared("INSERT INTO disk_treatment (measurement_id, position, disk, log_default, log_read, "
                            "log_poll, hctx_default, hctx_read, hctx_poll, scheduler, completed, interrupts) "
                            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        id, position++, disk.disk, log.standard, log.read, log.poll, hctx.standard, hctx.read, hctx.poll,
        disk.scheduler, disk.completed, disk.interrupts);
  }
}

void insert_remarks(Connection& connection, MeasurementId id, const Measurement& measurement) {
  int position = 0;
  for (const TreatmentCheck& check : measurement.checks) {
    run(connection.prepared("INSERT INTO treatment_check (measurement_id, position, name, outcome, evidence) "
                            "VALUES (?, ?, ?, ?, ?)"),
        id, position++, check.id, to_text(check.outcome), check.evidence);
  }
  position = 0;
  for (const std::string& warning : measurement.warnings) {
    run(connection.prepared("INSERT INTO warning (measurement_id, position, text) VALUES (?, ?, ?)"), id, position++,
        warning);
  }
}

// Of the probes' own state the store keeps what bears on the counts: the events they lost.
void insert_mechanism(Connection& connection, MeasurementId id, const Mechanism& mechanism) {
  const auto insert = [&](std::string_view name, int queue, std::uint64_t value) {
    run(connection.prepared("INSERT INTO probe_counter (measurement_id, name, queue, value) VALUES (?, ?, ?, ?)"), id,
        name, queue, value);
  };
  for (const auto& [name, queues] : mechanism.counters) {
    for (const auto& [queue, value] : queues) insert(name, queue, value);
  }
  insert(k_misses_counter, k_whole_device, mechanism.misses());
  for (const ProbeHistogram& one : mechanism.histograms) {
    const std::string bins = encode(one.histogram);
    run(connection.prepared("INSERT INTO probe_histogram (measurement_id, name, queue, bins) VALUES (?, ?, ?, ?)"), id,
        one.name, one.queue, BlobView{bins});
  }
}

Result<MeasurementId> insert_one(Connection& connection, const Measurement& measurement) {
  if (const auto belongs = check_belongs(connection, measurement); !belongs) return std::unexpected(belongs.error());
  const MeasurementId id = insert_row(connection, measurement);
  if (measurement.fio) {
    for (const DirectionResult& sums : measurement.fio->directions) insert_direction(connection, id, sums);
  }
  insert_output(connection, id, measurement);
  insert_disks(connection, id, measurement.disks);
  insert_remarks(connection, id, measurement);
  if (measurement.mechanism) insert_mechanism(connection, id, *measurement.mechanism);
  return id;
}

}  // namespace

Result<MeasurementId> Store::insert_measurement(const Measurement& measurement) {
  const auto ids = insert_measurements(std::span(&measurement, 1));
  if (!ids) return std::unexpected(ids.error());
  return ids->front();
}

Result<std::vector<MeasurementId>> Store::insert_measurements(std::span<const Measurement> measurements) {
  return guarded(path(), [&]() -> Result<std::vector<MeasurementId>> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    std::vector<MeasurementId> ids;
    ids.reserve(measurements.size());
    for (const Measurement& measurement : measurements) {
      const auto id = insert_one(*m_connection, measurement);
      if (!id) return std::unexpected(id.error());
      ids.push_back(*id);
    }
    transaction.commit();
    return ids;
  });
}

}  // namespace ringside::store
