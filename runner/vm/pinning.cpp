// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/pinning.h"

#include <fmt/format.h>
#include <sched.h>

#include <cerrno>
#include <cstring>

namespace ringside::vm {

PinningRecord plan_pinning(Pin pin, Accel accel, const std::vector<pid_t>& vcpu_threads,
                           const std::vector<int>& host_cpus) {
  if (pin == Pin::none) return {{}, "pin = \"none\""};
  if (accel != Accel::kvm) return {{}, "not under emulation"};
  if (host_cpus.size() < vcpu_threads.size() + 1) {
    return {{},
            fmt::format("{} host CPUs for {} vCPUs and QEMU's other threads", host_cpus.size(), vcpu_threads.size())};
  }
  PinningRecord record{{}, "one host CPU per vCPU"};
  const std::size_t first = host_cpus.size() - vcpu_threads.size();
  for (std::size_t at = 0; at < vcpu_threads.size(); ++at) {
    record.pinned.push_back({vcpu_threads[at], host_cpus[first + at]});
  }
  return record;
}

std::vector<int> allowed_cpus() {
  std::vector<int> out;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return out;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &allowed)) out.push_back(cpu);
  }
  return out;
}

PinningRecord apply_pinning(PinningRecord plan) {
  std::vector<PinnedThread> done;
  for (const PinnedThread& thread : plan.pinned) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(thread.cpu), &one);
    if (::sched_setaffinity(thread.thread, sizeof one, &one) != 0) {
      plan.reason = fmt::format("the host refuses CPU {}: {}", thread.cpu, strerror(errno));
      break;
    }
    done.push_back(thread);
  }
  plan.pinned = std::move(done);
  return plan;
}

}  // namespace ringside::vm
