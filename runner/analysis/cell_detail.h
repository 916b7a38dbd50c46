// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of one campaign with what its figures were made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/latency_curve.h"
#include "core/measurement.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

// Latency bins of all valid measurements that count, of one direction, added up. For the shape: inference is made
// from one figure per block, never from this.
struct MergedLatency {
  Direction direction = Direction::read;
  LatencyCurve curve;
  bool completion = false;  // of the completion latency: fio wrote no other
};

// What a disk's own statistics say over the valid measurements that count.
struct DiskActivity {
  std::string disk;
  std::uint64_t completed = 0;   // I/Os
  std::uint64_t interrupts = 0;  // of the request queues' vectors
};

struct ArmCellDetail {
  std::string arm;
  std::vector<MergedLatency> latency;  // by direction
  std::vector<DiskActivity> disks;     // by name
  std::optional<Mechanism> mechanism;  // of the latest valid probed run
};

struct CellDetail {
  std::string key;
  std::vector<ArmCellDetail> arms;  // in the file's order
  // All measurements of the cell, all attempts, without latency bins, with the rows that they name.
  std::vector<Measurement> measurements;
  std::vector<store::BlockRecord> blocks;
  std::vector<store::ArmRecord> arm_records;
  std::vector<store::CellRecord> cells;
  std::vector<store::BootRecord> boots;  // those of these measurements
};

// Fails (not_found) where the campaign has no such cell, else as the store does.
[[nodiscard]] Result<CellDetail> cell_detail(const store::Store& store, CampaignRow campaign, std::string_view key);

}  // namespace ringside::analysis
