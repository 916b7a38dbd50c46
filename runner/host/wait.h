// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlines as poll() takes them.
#pragma once

#include <algorithm>
#include <chrono>

#include "core/units.h"

namespace ringside::host {

// Milliseconds until the deadline, rounded up so that a wait never ends early and then spins; at most a minute, so
// callers loop.
[[nodiscard]] inline int poll_timeout(TimePoint deadline) {
  const TimePoint now = SteadyClock::now();
  if (deadline <= now) return 0;
  if (deadline - now >= std::chrono::minutes(1)) return 60'000;
  return static_cast<int>(std::chrono::ceil<Milliseconds>(deadline - now).count());
}

}  // namespace ringside::host
