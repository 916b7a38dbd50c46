// SPDX-License-Identifier: GPL-3.0-or-later
// What a guest looks like when something did not come true: evidence for the report.
#pragma once

#include <string>
#include <string_view>

#include "core/units.h"
#include "vm/machine.h"

namespace ringside::validate {

// What fio said, what the disks have in flight, where fio spends its time, interrupts of virtio, the kernel's last
// words. Empty where the guest does not answer any more.
[[nodiscard]] std::string state_of_guest(vm::Machine& machine, TimePoint deadline);

// The last lines of a console, without control characters and colours.
[[nodiscard]] std::string last_lines(std::string_view console, int lines);

}  // namespace ringside::validate
