// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/boot_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/tsc.h"

namespace ringside::vm {
namespace {

constexpr int k_max_vcpus = 255;
constexpr int k_max_ports = 24;  // single-function slots that q35's root bus has free
constexpr std::uint64_t k_mib = 1ull << 20;

Result<void> check_size(const BootPlan& plan) {
  if (plan.vcpus < 1 || plan.vcpus > k_max_vcpus) {
    return fail(ErrorCode::configuration, fmt::format("{} vCPUs: 1 to {} are possible", plan.vcpus, k_max_vcpus));
  }
  if (plan.max_vcpus != 0 && (plan.max_vcpus < plan.vcpus || plan.max_vcpus > k_max_vcpus)) {
    return fail(ErrorCode::configuration,
                fmt::format("max_vcpus = {}: {} to {} are possible", plan.max_vcpus, plan.vcpus, k_max_vcpus));
  }
  if (plan.memory.value % k_mib != 0 || plan.memory.value < 128 * k_mib) {
    return fail(ErrorCode::configuration,
                fmt::format("memory of {}: whole MiB, at least 128 MiB", to_text(plan.memory)));
  }
  if (plan.disk_ports < 0 || plan.disk_ports > k_max_ports) {
    return fail(ErrorCode::configuration,
                fmt::format("{} disks at a time: at most {} are possible", plan.disk_ports, k_max_ports));
  }
  return {};
}

Result<void> check_transport(const BootPlan& plan) {
  if (plan.transport == Transport::pci) {
    if (plan.fixed_disks.empty()) return {};
    return fail(ErrorCode::configuration, "disks that stay are for transport = \"mmio\": those of PCI are plugged");
  }
  if (plan.iothreads > 0 && plan.accel == Accel::tcg) {
    return fail(ErrorCode::unsupported, "virtio-mmio has no IOThread under emulation: it would need ioeventfd",
                "take iothread = \"none\"");
  }
  if (plan.control == Control::isa_serial) {
    return fail(ErrorCode::unsupported, "the machine of virtio-mmio has a single serial port, the console",
                "take control = \"virtio-serial\"");
  }
  for (const DiskPlan& disk : plan.fixed_disks) {
    if (auto good = check_disk(disk, plan.transport); !good) return good;
  }
  return {};
}

// Counts are exact, and repeat, only under these conditions.
Result<void> check_counting(const BootPlan& plan) {
  if (plan.path_counter.empty()) return {};
  if (plan.accel != Accel::tcg || plan.tcg_threads != TcgThreads::single || plan.vcpus != 1) {
    return fail(ErrorCode::configuration,
                "instructions are counted exactly only under TCG with one thread and one vCPU",
                "accel = \"tcg\", tcg_threads = \"single\", vcpus = 1");
  }
  if (plan.cpu_model.empty()) {
    return fail(ErrorCode::configuration, "instructions are counted on a named CPU model only",
                "what code a kernel picks depends on the CPU's features");
  }
  return {};
}

}  // namespace

std::string iothread_id(int index) {
  return fmt::format("iothread{}", index);
}

std::string iothread_for_disk(IoThreads layout, int disk) {
  switch (layout) {
    case IoThreads::none:
      return {};
    case IoThreads::shared:
      return iothread_id(0);
    case IoThreads::per_disk:
      return iothread_id(disk);
  }
  return {};
}

BootPlan boot_plan_of(const Guest& guest, const MachineOptions& machine, Accel accel, int disks) {
  BootPlan plan;
  plan.cmdline = guest.cmdline;
  plan.accel = accel;
  plan.tcg_threads = machine.tcg_threads;
  plan.vcpus = guest.vcpus;
  plan.max_vcpus = guest.max_vcpus;
  plan.memory = guest.memory;
  plan.transport = machine.transport;
  if (machine.transport == Transport::mmio) plan.tsc_khz = host::tsc_khz().value_or(0);
  plan.control = machine.control;
  plan.pin = machine.pin;
  plan.iothreads = machine.iothread == IoThreads::none ? 0 : machine.iothread == IoThreads::shared ? 1 : disks;
  if (machine.poll_max_ns) plan.iothread_options["poll-max-ns"] = std::int64_t{*machine.poll_max_ns};
  plan.disk_ports = std::max(disks, 1);
  return plan;
}

Result<void> check(const BootPlan& plan) {
  if (plan.accel == Accel::automatic) {
    return fail(ErrorCode::configuration, "the accelerator has to be decided before a boot");
  }
  if (auto good = check_transport(plan); !good) return good;
  if (auto good = check_counting(plan); !good) return good;
  return check_size(plan);
}

std::string kernel_command_line(const BootPlan& plan) {
  // loglevel=5 rather than quiet: the kernel prints WARN() at level 4, and quiet would hide it from us.
  std::string line = "console=ttyS0 loglevel=5 panic=-1";
  // Under emulation on a busy host the timer may seem not to tick while the IO-APIC is probed: a panic at boot.
  // (KVM guests switch the probe off by themselves.)
  if (plan.accel == Accel::tcg) line += " no_timer_check";
  if (plan.accel == Accel::tcg && plan.tsc_khz > 0) line += fmt::format(" tsc_early_khz={}", plan.tsc_khz);
  line += plan.control == Control::isa_serial ? " ringside.control=isa-serial" : " ringside.control=virtio-serial";
  // An address has to mean the same function in every boot.
  if (!plan.path_counter.empty()) line += " nokaslr";
  if (!plan.cmdline.empty()) line += " " + plan.cmdline;
  return line;
}

}  // namespace ringside::vm
