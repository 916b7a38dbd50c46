// SPDX-License-Identifier: GPL-3.0-or-later
// One boot: a QEMU, its guest's agent, its disks. The only way the rest of Ringside touches a virtual machine.
//
// A guest or a QEMU that lies, stalls, floods or dies is an error of this boot, never a hang or a crash of the
// runner: every wait has a deadline and ends early when QEMU ends, when the console shows a fatal incident, or on a
// stop request. All channels are inherited socket pairs: there is no file and no port to leave behind.
// Not thread-safe; no thread of its own. Between calls nothing is read, so the guest is not disturbed either.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/instruction_count.h"
#include "core/result.h"
#include "core/units.h"
#include "host/child.h"
#include "vm/boot_plan.h"
#include "vm/console.h"
#include "vm/disk.h"
#include "vm/pinning.h"
#include "wire/messages.h"

namespace ringside::vm {

struct Deadlines {
  Nanoseconds boot{0};  // QEMU's start to the agent's hello; 0: 30 s under KVM, 120 s under TCG
  Nanoseconds qmp = std::chrono::seconds(30);
  Nanoseconds plug = std::chrono::seconds(30);  // QMP's part; the guest's binding is BindDisks
  // Until DEVICE_DELETED. The attention button takes 5 s; a driver that has to give up a device which does not answer
  // may wait for the block layer's timer first, 30 s and up to 5 s of rounding.
  Nanoseconds unplug = std::chrono::seconds(60);
};

// CPU time of one thread of QEMU since its start, in the kernel's ticks (mostly 10 ms).
struct ThreadTime {
  std::string name;  // "CPU 0/TCG", "ALL CPUs/TCG" (thread=single), "IO iothread0", "qemu-system-x86"
  Nanoseconds user{0};
  Nanoseconds system{0};
};

// A boot that failed: what there is to store about it.
struct BootRecord {
  std::vector<std::string> argv;
  std::string console;
  std::string qemu_errors;  // what QEMU wrote to stderr
  std::vector<Incident> incidents;
};

class Machine {
 public:
  // Starts QEMU and waits for the agent's hello of our protocol version. On failure `*record`, if given, holds what
  // is known of the boot. Errors: unsupported or configuration (the plan), not_found (QEMU, kernel), guest_died
  // (QEMU ended or the guest panicked), timeout, protocol, interrupted; the message has QEMU's stderr or the last
  // console lines where they help.
  [[nodiscard]] static Result<std::unique_ptr<Machine>> boot(const BootPlan& plan, const Deadlines& deadlines = {},
                                                             std::stop_token stop = {}, BootRecord* record = nullptr);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  // Kills QEMU's process group.
  ~Machine();

  [[nodiscard]] const wire::Hello& hello() const;
  [[nodiscard]] const BootPlan& plan() const;
  [[nodiscard]] const std::vector<std::string>& argv() const;
  // QEMU's start to the agent's hello.
  [[nodiscard]] Nanoseconds boot_time() const;
  [[nodiscard]] const PinningRecord& pinning() const;

  // Asks the agent and waits for its answer. The guest's own failure comes as infrastructure with the guest's words.
  // After a timeout the machine may be used on; the late answer is dropped when it comes.
  [[nodiscard]] Result<wire::Answer> ask(const wire::Request& request, TimePoint deadline);
  // The same for a known kind of answer: `machine->ask_for<wire::FioDone>(wire::RunFio{...}, deadline)`.
  template <typename AnswerType>
  [[nodiscard]] Result<AnswerType> ask_for(const wire::Request& request, TimePoint deadline) {
    auto answer = ask(request, deadline);
    if (!answer) return std::unexpected(std::move(answer.error()));
    if (auto* expected = std::get_if<AnswerType>(&*answer)) return std::move(*expected);
    return fail(ErrorCode::protocol, "the guest gave another kind of answer than was asked for");
  }

  // Adds the block nodes and plugs the device into a free root port. The guest's driver is not waited for.
  [[nodiscard]] Result<void> plug(const DiskPlan& disk);
  // Asks the guest to let go of the device, waits until it is gone, removes its block nodes.
  [[nodiscard]] Result<void> unplug(std::string_view id);
  // Kills the process that serves a vhost-user-blk disk; the device stays.
  [[nodiscard]] Result<void> kill_backend(std::string_view id);
  // How that process ended and what it said; empty while it runs, and for other disks.
  [[nodiscard]] std::string end_of_backend(std::string_view id);
  [[nodiscard]] Result<void> resize(std::string_view id, Bytes size);
  // Ids of the plugged disks, in the order of plugging.
  [[nodiscard]] std::vector<std::string> disks() const;

  // Any QMP command; `arguments` and the result are JSON text.
  [[nodiscard]] Result<std::string> qmp(std::string_view command, std::string_view arguments = "{}");

  // Stops the guest, takes how often each instruction of its kernel was executed since the last call (or the boot),
  // and lets it go on. Fails (usage) where the plan has no path counter.
  [[nodiscard]] Result<std::vector<InstructionCount>> take_instruction_counts(TimePoint deadline);

  // Reads what has come meanwhile, without waiting. Fails if the machine has ended or shows a fatal incident.
  [[nodiscard]] Result<void> check();

  // What came so far (call check() first to have what is waiting).
  [[nodiscard]] std::string console() const;
  [[nodiscard]] std::span<const Incident> incidents() const;
  // The fatal one, if there is.
  [[nodiscard]] const Incident* incident() const;
  [[nodiscard]] std::string qemu_errors() const;
  [[nodiscard]] std::vector<ThreadTime> cpu_times() const;
  // Exits of all vCPUs to the hypervisor since the start; nothing without KVM, or where QEMU does not tell.
  [[nodiscard]] std::optional<std::uint64_t> vm_exits();
  [[nodiscard]] pid_t qemu_pid() const;

  // Asks the agent to power off and waits for QEMU's end; past the deadline QEMU is killed and a timeout returned.
  [[nodiscard]] Result<void> power_off(TimePoint deadline);

 private:
  class State;
  explicit Machine(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

}  // namespace ringside::vm
