// SPDX-License-Identifier: GPL-3.0-or-later
// A usual tracing tool in the probes' place, so that their costs can be set side by side.
#pragma once

#include <string>

#include "options.h"

namespace ringside::loader {

// Starts "bpftrace" (a one-liner that measures each request's latency) or "biolatency", says "ready" when its programs
// are loaded, and ends it when standard input does. What the tool prints is dropped.
[[nodiscard]] Result<void> run_observer(const std::string& name);

}  // namespace ringside::loader
