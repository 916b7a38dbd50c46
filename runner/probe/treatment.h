// SPDX-License-Identifier: GPL-3.0-or-later
// Did the treatment take effect? Decided without BPF, from what the guest's kernel counts anyway: queue types
// in debugfs, the driver's log line, interrupts of the request vectors against completed I/Os.
#pragma once

#include <optional>
#include <vector>

#include "core/campaign.h"
#include "core/measurement.h"

namespace ringside::probe {

// The queue split an arm asks for: device queues, limited by the vCPUs, of which `poll_queues` (clamped to
// one less than all) poll. Nothing where the arm does not fix it, as with a driver of unknown parameters.
[[nodiscard]] std::optional<QueueSplit> planned_split(const Arm& arm);

// True if the arm asked for more poll queues than it can have; the reason is for a warning.
[[nodiscard]] std::optional<std::string> clamped(const Arm& arm);

// Checks of one measurement: "split" always, then what the arm expects, in the arm's order.
// A check whose evidence is missing is unknown, never passed.
[[nodiscard]] std::vector<TreatmentCheck> check_treatment(const Arm& arm, const std::vector<DiskTreatment>& disks);

// The reason that makes a measurement invalid, starting with "treatment ": the first failed check, or an expected one
// that stays unknown although this lane should be able to decide it. Nothing if the treatment stands.
[[nodiscard]] std::optional<std::string> violation(const std::vector<TreatmentCheck>& checks);

}  // namespace ringside::probe
