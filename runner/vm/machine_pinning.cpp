// SPDX-License-Identifier: GPL-3.0-or-later
// Asks QEMU for its vCPU threads and binds them. Apart from machine.cpp because it reads JSON.
#include <nlohmann/json.hpp>

#include "vm/machine_state.h"

namespace ringside::vm {
namespace {

std::vector<pid_t> vcpu_threads_in(const std::string& reply) {
  std::vector<pid_t> out;
  const auto cpus = nlohmann::json::parse(reply, nullptr, false);
  if (!cpus.is_array()) return out;
  for (const auto& cpu : cpus) {
    if (!cpu.is_object()) continue;
    if (const auto at = cpu.find("thread-id"); at != cpu.end() && at->is_number_integer()) {
      out.push_back(at->get<pid_t>());
    }
  }
  return out;
}

}  // namespace

Result<void> Machine::State::pin(TimePoint deadline) {
  // Asked only where it may matter: one exchange less in every emulated boot.
  std::vector<pid_t> threads;
  if (plan.pin == Pin::automatic && plan.accel == Accel::kvm) {
    const auto reply = session->command({"query-cpus-fast"}, deadline);
    if (!reply) return std::unexpected(reply.error());
    threads = vcpu_threads_in(*reply);
  }
  pinning = apply_pinning(plan_pinning(plan.pin, plan.accel, threads, allowed_cpus()));
  return {};
}

}  // namespace ringside::vm
