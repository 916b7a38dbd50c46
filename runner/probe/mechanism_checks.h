// SPDX-License-Identifier: GPL-3.0-or-later
// Did the treatment take effect, by what probes counted? What fio and /proc cannot know is decided here.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/campaign.h"
#include "core/measurement.h"
#include "core/mechanism.h"

namespace ringside::probe {

// What the counts have to agree with.
struct IndependentCounts {
  std::vector<DiskTreatment> disks;      // deltas of the kernel's own statistics, queue types
  std::optional<std::uint64_t> fio_ios;  // fio's total; only where every I/O was counted (number_ios, no ramp)
};

// Checks of one probed run: "split" and "conservation" always, then what the arm expects, in the arm's order. One
// whose counts are missing is unknown, never passed; the evidence has the counts.
[[nodiscard]] std::vector<TreatmentCheck> check_mechanism(const Arm& arm, const Mechanism& mechanism,
                                                          const IndependentCounts& counts);

}  // namespace ringside::probe
