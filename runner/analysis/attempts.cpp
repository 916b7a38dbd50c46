// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/attempts.h"

namespace ringside::analysis {

Attempts attempts_of(std::span<const store::BlockRecord> blocks) {
  std::map<int, const store::BlockRecord*> last_complete;
  std::set<int> failed;
  for (const store::BlockRecord& block : blocks) {
    if (block.status == store::BlockStatus::failed) failed.insert(block.number);
    if (block.status != store::BlockStatus::complete) continue;
    const store::BlockRecord*& last = last_complete[block.number];
    if (last == nullptr || last->attempt < block.attempt) last = &block;
  }
  Attempts attempts;
  attempts.all = static_cast<int>(blocks.size());
  for (const auto& [number, block] : last_complete) attempts.counting.emplace(block->id, number);
  for (const int number : failed) {
    if (!last_complete.contains(number)) attempts.failed.insert(number);
  }
  return attempts;
}

}  // namespace ringside::analysis
