// SPDX-License-Identifier: GPL-3.0-or-later
// A disk's data without a name: nothing is left behind, whatever happens to the runner or QEMU.
#pragma once

#include "core/result.h"
#include "core/units.h"
#include "host/descriptor.h"

namespace ringside::vm {

// An unnamed, sparse file of this size in $TMPDIR or /var/tmp (on a disk where there is one: what is in memory does not
// support cache.direct everywhere). Fails with infrastructure if there is no room or no support.
[[nodiscard]] Result<host::Descriptor> scratch_file(Bytes size);

}  // namespace ringside::vm
