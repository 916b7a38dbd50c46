// SPDX-License-Identifier: GPL-3.0-or-later
// How far a campaign is, how long it still needs, and where the time went.
#pragma once

#include <cstddef>
#include <vector>

#include "core/campaign.h"
#include "core/units.h"
#include "engine/plan.h"
#include "engine/schedule.h"

namespace ringside::engine {

// Counts measurements and weighs them by their expected duration, so that a matrix of unequal runtimes still gives
// a fair estimate. A block that is repeated adds its measurements again.
class Progress {
 public:
  Progress(const Campaign& campaign, const std::vector<PlannedBlock>& blocks, TimePoint start);

  void done(Nanoseconds expected_fio);
  // A measurement that was done will be made again.
  void again(Nanoseconds expected_fio);

  [[nodiscard]] std::size_t measured() const { return m_done; }
  [[nodiscard]] std::size_t total() const { return m_total; }
  // Before the first measurement the plan's estimate, then scaled by what the work took so far.
  [[nodiscard]] Nanoseconds remaining(TimePoint now) const;

 private:
  TimePoint m_start;
  std::size_t m_done = 0;
  std::size_t m_total = 0;
  Nanoseconds m_estimate{0};   // of everything, boots and arm changes included
  Nanoseconds m_work_done{0};  // fio runs with what is around them
  Nanoseconds m_work_total{0};
};

// Where a run's time went.
struct TimeSpent {
  Nanoseconds inside_fio{0};  // fio's ramp and run times
  std::vector<Nanoseconds> arm_changes;
  std::size_t boots = 0;
};

// The middle of the values; the mean of the two middle ones; zero of none.
[[nodiscard]] Nanoseconds median_of(std::vector<Nanoseconds> values);

}  // namespace ringside::engine
