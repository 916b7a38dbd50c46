// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a campaign is measured. Pure: the same campaign and seed give the same schedule anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/campaign.h"

namespace ringside::engine {

// One fio run: which cell, and which of the design's runs of it.
struct Step {
  std::size_t cell;  // index into cells_of(campaign)
  int run;           // 1 .. design.runs
  bool operator==(const Step&) const = default;
};

// One life of a QEMU: the arms measured in it, in this order.
struct PlannedBoot {
  std::vector<std::size_t> arms;  // indexes into campaign.arms
  bool operator==(const PlannedBoot&) const = default;
};

// Every arm × every cell, design.runs times. The steps are the same for every arm of the block.
struct PlannedBlock {
  int index;  // 1 .. design.blocks
  std::vector<PlannedBoot> boots;
  std::vector<Step> steps;
  bool operator==(const PlannedBlock&) const = default;
};

struct Schedule {
  std::vector<PlannedBlock> blocks;
};

// What one arm measures before another one takes its place.
struct Turn {
  std::size_t arm;  // index into campaign.arms
  std::vector<Step> steps;
  bool operator==(const Turn&) const = default;
};

// The turns of a boot. With design.runs > 1 the arms take turns run by run, there and back again (A B, B A, ...), so
// that what a host's speed does within a boot meets all of them alike; an arm that would follow itself stays.
[[nodiscard]] std::vector<Turn> turns_of(const PlannedBoot& boot, const std::vector<Step>& steps);

// Arms go through randomly relabelled Williams squares: in every full square each arm stands equally often in
// each place and follows each other arm equally often, so that neither the order nor what an arm leaves behind
// favours one. Cells are shuffled per block. Arms that can share a boot do, within the block's order of arms.
[[nodiscard]] Schedule make_schedule(const Campaign& campaign);

// The rows of a Williams square over `n` treatments: n rows for even n, 2n for odd n. Each row is a
// permutation of 0 .. n-1. Source: E. J. Williams, Aust. J. Sci. Res. A 2 (1949), 149.
[[nodiscard]] std::vector<std::vector<std::size_t>> williams_square(std::size_t n);

}  // namespace ringside::engine
