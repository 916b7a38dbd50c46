// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/accelerator.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "host/descriptor.h"
#include "vm/machine.h"

namespace ringside::engine {
namespace {

// A guest under a working KVM says hello within two or three seconds.
constexpr Nanoseconds k_trial_deadline = std::chrono::seconds(20);

// The first line, with the next where the first only announces it ("QEMU ended with signal 6 (Aborted):").
std::string headline_of(const std::string& text) {
  const auto end = text.find('\n');
  if (end == std::string::npos || end == 0 || text[end - 1] != ':') return text.substr(0, end);
  const auto begin = text.find_first_not_of(" \n", end);
  return begin == std::string::npos ? text.substr(0, end)
                                    : text.substr(0, end) + ' ' + text.substr(begin, text.find('\n', begin) - begin);
}

// Why /dev/kvm cannot even be opened; nothing if it can, which still proves little.
std::optional<std::string> node_refuses() {
  const host::Descriptor node(open("/dev/kvm", O_RDWR | O_CLOEXEC));
  if (node.get() >= 0) return std::nullopt;
  return fmt::format("/dev/kvm: {}", std::strerror(errno));
}

// Empty: the guest said hello under KVM.
Result<std::string> why_not_kvm(const vm::BootPlan& plan, const std::function<void(std::string)>& notice,
                                std::stop_token stop) {
  notice("trying whether a guest boots under KVM");
  vm::BootPlan trial = plan;
  trial.accel = Accel::kvm;
  vm::Deadlines deadlines;
  deadlines.boot = k_trial_deadline;
  auto machine = vm::Machine::boot(trial, deadlines, std::move(stop));
  if (machine) {
    // A guest that booted proves KVM; how it ends does not matter, the destructor sees to it.
    (void)(*machine)->power_off(SteadyClock::now() + std::chrono::seconds(5));
    return std::string();
  }
  const Error& error = machine.error();
  if (error.code == ErrorCode::guest_died || error.code == ErrorCode::timeout || error.code == ErrorCode::protocol) {
    return headline_of(error.message);
  }
  return std::unexpected(std::move(machine.error()));
}

host::AcceleratorAnswer tcg_because(std::string reason) {
  return {Accel::tcg, std::move(reason), {}};
}

// Who asks for KVM by name wants a fresh answer where the remembered one is no.
bool still_holds(const host::AcceleratorAnswer& remembered, Accel wanted) {
  return remembered.accel == Accel::kvm || wanted == Accel::automatic;
}

Result<host::AcceleratorAnswer> recalled_or_tried(const AcceleratorQuestion& question, host::AcceleratorMemory& memory,
                                                  const std::function<void(std::string)>& notice,
                                                  std::stop_token stop) {
  const auto key = host::accelerator_key(question.trial.qemu, question.kernel_digest);
  if (!key) return std::unexpected(key.error());
  if (auto remembered = memory.recall(*key); remembered && still_holds(*remembered, question.wanted)) {
    return *remembered;
  }
  auto reason = why_not_kvm(question.trial, notice, std::move(stop));
  if (!reason) return std::unexpected(std::move(reason.error()));
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const host::AcceleratorAnswer answer{reason->empty() ? Accel::kvm : Accel::tcg, *reason, now};
  // Not being able to remember costs the next run a trial, no more.
  if (auto kept = memory.remember(*key, answer); !kept) notice("not remembered: " + kept.error().message);
  return answer;
}

std::unexpected<Error> kvm_refused(const std::string& reason) {
  return fail(ErrorCode::infrastructure, fmt::format("KVM runs no guest on this host: {}", reason),
              "set machine.accel to \"auto\" or \"tcg\" to measure under emulation, or see `ringside doctor`");
}

}  // namespace

Result<host::AcceleratorAnswer> decide_accelerator(const AcceleratorQuestion& question, host::AcceleratorMemory memory,
                                                   const std::function<void(std::string)>& notice,
                                                   std::stop_token stop) {
  if (question.wanted == Accel::tcg) return host::AcceleratorAnswer{Accel::tcg, "asked for", {}};
  auto answer = node_refuses() ? std::optional(tcg_because(*node_refuses())) : std::nullopt;
  if (!answer) {
    auto tried = recalled_or_tried(question, memory, notice, std::move(stop));
    if (!tried) return std::unexpected(std::move(tried.error()));
    answer = std::move(*tried);
  }
  if (answer->accel == Accel::tcg) {
    if (question.wanted == Accel::kvm) return kvm_refused(answer->reason);
    notice(fmt::format("KVM runs no guest here ({}); using TCG, whose times say nothing about KVM's", answer->reason));
  }
  return *answer;
}

}  // namespace ringside::engine
