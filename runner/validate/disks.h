// SPDX-License-Identifier: GPL-3.0-or-later
// Disks that cases start from.
#pragma once

#include <cstdint>
#include <string>

#include "vm/disk.h"

namespace ringside::validate {

inline constexpr const char* k_disk = "disk0";  // id and serial of a case's only disk

// 64 MiB each, on an IOThread of the guest: one without content, and one that keeps data in a file without a name.
[[nodiscard]] vm::DiskPlan null_disk(std::int64_t queues, const std::string& id = k_disk);
[[nodiscard]] vm::DiskPlan file_disk(std::int64_t queues, const std::string& id = k_disk);

}  // namespace ringside::validate
