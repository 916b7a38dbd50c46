// SPDX-License-Identifier: GPL-3.0-or-later
// The raw rows of a campaign, for those who doubt a figure: its boots and its measurements.
#pragma once

#include <vector>

#include "core/measurement.h"
#include "report/table.h"
#include "store/records.h"

namespace ringside::report {

// "ringside.measurements/1": one row per fio run, all attempts, IOPS summed over directions.
[[nodiscard]] Table measurement_list(const std::vector<Measurement>& measurements,
                                     const std::vector<store::BlockRecord>& blocks,
                                     const std::vector<store::ArmRecord>& arms,
                                     const std::vector<store::CellRecord>& cells);

// "ringside.boots/1": one row per life of a QEMU.
[[nodiscard]] Table boot_list(const std::vector<store::BootRecord>& boots,
                              const std::vector<store::BlockRecord>& blocks);

}  // namespace ringside::report
