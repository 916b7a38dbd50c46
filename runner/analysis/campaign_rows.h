// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a campaign's measurements. Latency bins are most of a store, so they are reduced to figures as they are read
// and never all in memory.
#pragma once

#include <span>
#include <vector>

#include "analysis/block_figures.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

// Of the valid, unprobed runs of one block attempt, arm and cell.
struct RunGroup {
  struct OfDirection {
    Direction direction = Direction::read;
    BlockFigures all;                // the runs brought together; its block number is not set
    std::vector<BlockFigures> each;  // run by run, where there are several
  };

  BlockId block;
  ArmId arm;
  CellId cell;
  std::vector<OfDirection> directions;

  // Null where no run did I/O in it.
  [[nodiscard]] const OfDirection* find(Direction direction) const;
};

struct CampaignRows {
  std::vector<Measurement> measurements;  // in the store's order, without latency bins
  std::vector<RunGroup> groups;
};

// The rows of a campaign in parts that follow each other. `blocks` are all of the campaign, `rows_of_block` is about
// how many measurements one has. Fails as the store does.
[[nodiscard]] Result<std::vector<CampaignRows>> read_rows(const store::Store& store, CampaignRow campaign,
                                                          std::span<const store::BlockRecord> blocks,
                                                          std::size_t rows_of_block);

}  // namespace ringside::analysis
