// SPDX-License-Identifier: GPL-3.0-or-later
// /proc/PID/stat and its threads.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"

namespace ringside::host {

struct ProcessStat {
  std::string name;  // at most 15 bytes, may hold anything
  Nanoseconds user{0};
  Nanoseconds system{0};
  unsigned long long start_time = 0;  // clock ticks since the host's boot
};

// Pure; nothing where the text is not a stat line.
[[nodiscard]] std::optional<ProcessStat> parse_process_stat(std::string_view line, long ticks_per_second);

// Clock ticks since boot: together with the number it names a process for good.
[[nodiscard]] std::optional<unsigned long long> process_start_time(pid_t pid);

// All threads of a process, by thread id; empty if it is gone.
[[nodiscard]] std::vector<ProcessStat> thread_stats(pid_t pid);

}  // namespace ringside::host
