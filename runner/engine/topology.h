// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between fio and the disks: nothing, or a device-mapper disk over all of them.
#pragma once

#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/result.h"
#include "vm/machine.h"
#include "wire/messages.h"

namespace ringside::engine {

// dmsetup's table for disks of these sizes: laid one behind the other, or striped in chunks over as much of each as
// the smallest has. Precondition: the kind is a dm one, and there are disks.
[[nodiscard]] std::string mapper_table(const Topology& topology, const std::vector<wire::DiskReady>& disks);

// Makes the device in the guest; its kernel name ("dm-0"), or nothing for raw disks.
[[nodiscard]] Result<std::string> build_topology(vm::Machine& machine, const Topology& topology,
                                                 const std::vector<wire::DiskReady>& disks);
// Before its disks are unplugged.
[[nodiscard]] Result<void> remove_topology(vm::Machine& machine);

}  // namespace ringside::engine
