// SPDX-License-Identifier: GPL-3.0-or-later
// One run of fio with the counters around it.
#pragma once

#include "agent/disks.h"
#include "agent/kernel_messages.h"
#include "core/result.h"
#include "wire/messages.h"

namespace ringside::agent {

// wire::RunFio: `fio --output-format=json+ FILE` in an empty folder that goes with the run. Errors only where fio
// could not be started; what it did wrong stands in the answer.
[[nodiscard]] Result<wire::FioDone> run_fio(const wire::RunFio& request, const Disks& disks, KernelMessages& messages);

}  // namespace ringside::agent
