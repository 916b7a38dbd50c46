// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and choices as procfs, sysfs and debugfs write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/measurement.h"

namespace ringside::agent {

// Interrupts of the request vectors of a virtio device over all CPUs: lines of /proc/interrupts named
// "virtio2-req.0" and the like ("virtio2-virtqueues" where queues share one, "virtio2" where everything does);
// the configuration vector does not count.
[[nodiscard]] std::uint64_t request_interrupts(std::string_view proc_interrupts, std::string_view virtio_device);

// Completed I/Os of /sys/block/NAME/stat: reads, writes, discards and flushes.
[[nodiscard]] std::uint64_t completed_ios(std::string_view stat);

// "none" of "[none] mq-deadline"; a text without brackets as it is.
[[nodiscard]] std::string selected_of(std::string_view choices);

// How many hardware queues there are of each debugfs type ("default", "read", "poll").
[[nodiscard]] QueueSplit split_of_types(const std::vector<std::string>& types);

}  // namespace ringside::agent
