// SPDX-License-Identifier: GPL-3.0-or-later
// From what the guest sent back about one fio run to a measurement, valid or invalid with the reason. Pure.
#pragma once

#include <vector>

#include "core/campaign.h"
#include "core/measurement.h"
#include "core/option.h"
#include "wire/messages.h"

namespace ringside::engine {

// `options` are the run's merged fio options; `accel` decides how much drift is allowed; `disks` are the arm's as they
// were set up, whose queue types and scheduler hold for the run.
//
// Judged in this order, the first violation is the reason: fio was killed or crashed; its output is no result or
// reports an error; the treatment did not take effect; the rate drifted; Little's law is broken.
// Only the fields that follow from the run are set: status, reason, fio, fio_json, disks, checks, warnings.
[[nodiscard]] Measurement judge(const Arm& arm, const OptionMap& options, Accel accel,
                                const std::vector<wire::DiskReady>& disks, const wire::FioDone& run);

// The same for a run with probes beside it: no time is judged; the treatment by what the probes counted, and by the
// kernel's own counts where a probe is missing. `mechanism` is set where there are counts, else a warning says why not.
[[nodiscard]] Measurement judge_probed(const Arm& arm, const OptionMap& options,
                                       const std::vector<wire::DiskReady>& disks, const wire::FioDone& run);

// Whether the measurement failed for its treatment, which may be the luck of one setup and is worth a repetition.
[[nodiscard]] bool failed_by_treatment(const Measurement& measurement);

}  // namespace ringside::engine
