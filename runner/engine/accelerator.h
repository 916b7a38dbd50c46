// SPDX-License-Identifier: GPL-3.0-or-later
// KVM or TCG: decided by booting the guest, because a /dev/kvm that opens proves nothing.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "core/campaign.h"
#include "core/result.h"
#include "host/accelerator_memory.h"
#include "vm/boot_plan.h"

namespace ringside::engine {

struct AcceleratorQuestion {
  Accel wanted = Accel::automatic;
  vm::BootPlan trial;         // kernel, initramfs and machine of the campaign; its accel is ignored
  std::string kernel_digest;  // SHA-256 of the guest's kernel
};

// automatic: KVM if the guest boots to the agent's hello under it, else TCG with the reason; an abort and a hang of
// the trial are alike. kvm: fails (infrastructure) where the trial fails, never falls back. tcg: no trial.
// Answers are remembered per host, QEMU and guest kernel; `notice` is told when a trial is made and how it ended.
[[nodiscard]] Result<host::AcceleratorAnswer> decide_accelerator(const AcceleratorQuestion& question,
                                                                 host::AcceleratorMemory memory,
                                                                 const std::function<void(std::string)>& notice,
                                                                 std::stop_token stop);

}  // namespace ringside::engine
