// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign's rows sorted into arms, cells and blocks: what estimates are made from.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "analysis/attempts.h"
#include "analysis/block_figures.h"
#include "analysis/campaign_rows.h"
#include "analysis/side.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

// What one block has of an arm and a cell.
struct BlockData {
  std::vector<const Measurement*> runs;  // valid ones, in order
  const RunGroup* figures = nullptr;     // theirs; null where fio gave no result
};

// Measurements of one arm and cell in the attempts that count.
struct CellData {
  std::map<int, BlockData> valid;  // by block number
  std::vector<Excluded> excluded;
  TreatmentSummary treatment;

  [[nodiscard]] std::size_t valid_count() const;
  // What the valid ones took.
  [[nodiscard]] Nanoseconds duration() const;
  // In which it did I/O, in the order read, write, trim.
  [[nodiscard]] std::vector<Direction> directions() const;
  // Block by block.
  [[nodiscard]] std::vector<BlockFigures> figures(Direction direction) const;
  // Run by run, for each block that did I/O in this direction.
  [[nodiscard]] std::vector<std::vector<BlockFigures>> run_figures(Direction direction) const;
};

struct ArmData {
  ArmId id;
  ArmIdentity identity;
  std::map<std::string, std::string> facts;  // as loaded, see store::ArmRecord
  std::map<CellId, CellData> cells;

  // Empty data where nothing was measured.
  [[nodiscard]] const CellData& cell(CellId which) const;
};

// Moved, never copied: cells point at the measurements.
struct CampaignData {
  CampaignData() = default;
  CampaignData(CampaignData&&) = default;
  CampaignData& operator=(CampaignData&&) = default;
  CampaignData(const CampaignData&) = delete;
  CampaignData& operator=(const CampaignData&) = delete;
  ~CampaignData() = default;

  store::CampaignRecord campaign;
  store::Environment host;
  std::vector<store::CellRecord> cells;  // in the matrix's order
  Attempts attempts;
  std::vector<ArmData> arms;  // in the file's order
  std::size_t probed = 0;
  std::size_t superseded = 0;
  bool completion_latency = false;  // some bins are of completion latency
  std::vector<CampaignRows> rows;   // what the pointers above point into: not to be changed

  [[nodiscard]] const ArmData* find(ArmId arm) const;
};

// Fails as the store does.
[[nodiscard]] Result<CampaignData> load_campaign(const store::Store& store, CampaignRow campaign);

}  // namespace ringside::analysis
