// SPDX-License-Identifier: GPL-3.0-or-later
// Which host CPU each vCPU thread is bound to, decided apart from doing it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/campaign.h"

namespace ringside::vm {

struct PinnedThread {
  pid_t thread = 0;
  int cpu = 0;  // host CPU
  bool operator==(const PinnedThread&) const = default;
};

struct PinningRecord {
  std::vector<PinnedThread> pinned;  // empty where nothing was bound
  std::string reason;                // why not, or "one host CPU per vCPU"
};

// Pure. Binds only under KVM (emulation's threads float better) and where a host CPU per vCPU and one more for
// everything else are allowed to us; takes the highest numbers, since interrupts tend to the low ones.
[[nodiscard]] PinningRecord plan_pinning(Pin pin, Accel accel, const std::vector<pid_t>& vcpu_threads,
                                         const std::vector<int>& host_cpus);

// The host CPUs this process may use.
[[nodiscard]] std::vector<int> allowed_cpus();
// Binds as planned; where the kernel refuses, the record tells.
[[nodiscard]] PinningRecord apply_pinning(PinningRecord plan);

}  // namespace ringside::vm
