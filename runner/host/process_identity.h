// SPDX-License-Identifier: GPL-3.0-or-later
// Names a process for good, so that another one, maybe after a reboot, can tell whether it still runs.
#pragma once

#include <string>
#include <string_view>

namespace ringside::host {

// "BOOT PID START": the kernel's boot id, the number, and clock ticks since boot at which it started. Numbers are used
// again, the three together are not. Empty where /proc does not tell.
[[nodiscard]] std::string this_process();

// Whether the process of such a text runs now, on this boot of this host. A text that names none does not run.
[[nodiscard]] bool still_runs(std::string_view process);

}  // namespace ringside::host
