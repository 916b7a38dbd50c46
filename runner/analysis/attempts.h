// SPDX-License-Identifier: GPL-3.0-or-later
// Which attempts of a campaign's blocks count. Pure.
#pragma once

#include <map>
#include <set>
#include <span>

#include "store/records.h"

namespace ringside::analysis {

struct Attempts {
  // The attempt that counts of every block number that has one: the last that was completed.
  std::map<BlockId, int> counting;
  // Block numbers that were tried, and failed every time.
  std::set<int> failed;
  int all = 0;

  // Blocks that any cell could have a pair from: what is missing in these is bad.
  [[nodiscard]] std::size_t ended() const { return counting.size() + failed.size(); }
};

[[nodiscard]] Attempts attempts_of(std::span<const store::BlockRecord> blocks);

}  // namespace ringside::analysis
