// SPDX-License-Identifier: GPL-3.0-or-later
// Records of /dev/kmsg, and what is read out of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/measurement.h"

namespace ringside::agent {

// "6,1234,5123456,-;text\n KEY=value\n" gives "[    5.123456] text"; nothing if it is not such a record.
[[nodiscard]] std::optional<std::string> line_of_record(std::string_view record);

// Whether the line is about one of the names (a virtio device, a disk), as a whole word: "vda" is not in "vdab".
[[nodiscard]] bool mentions(std::string_view line, std::string_view name);

// The queue split of a line "virtio_blk virtio2: 2/0/2 default/read/poll queues"; nothing for any other line.
[[nodiscard]] std::optional<QueueSplit> split_of_line(std::string_view line);

// Whether a line that came while a module loaded is worth a warning: a taint, module BTF that was not taken, a
// signature, a parameter that was ignored.
[[nodiscard]] bool is_module_warning(std::string_view line);

}  // namespace ringside::agent
