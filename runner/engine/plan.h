// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign will do, before anything is started: for --dry-run, for the ETA, for the dashboard.
#pragma once

#include <cstddef>
#include <vector>

#include "core/campaign.h"
#include "core/cell.h"
#include "core/units.h"
#include "engine/schedule.h"

namespace ringside::engine {

struct Plan {
  std::vector<Cell> cells;
  Schedule schedule;
  std::size_t boots = 0;
  std::size_t measurements = 0;
  Nanoseconds estimate{0};  // of the whole campaign; refined while it runs
};

// What the steps around fio take, in the order of magnitude of an emulated guest; `run` replaces them by what
// it sees.
struct StepCosts {
  Nanoseconds boot{std::chrono::seconds(7)};
  Nanoseconds arm_change{std::chrono::milliseconds(700)};
  Nanoseconds around_fio{std::chrono::milliseconds(900)};  // start and end of one fio, parsing, storing
  Nanoseconds around_probes{std::chrono::seconds(2)};      // attaching and proving them
};

[[nodiscard]] Plan make_plan(const Campaign& campaign, const StepCosts& costs = {});

// The time that the given blocks still need.
[[nodiscard]] Nanoseconds estimate_of(const Campaign& campaign, const std::vector<PlannedBlock>& blocks,
                                      const StepCosts& costs);

}  // namespace ringside::engine
