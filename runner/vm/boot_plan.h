// SPDX-License-Identifier: GPL-3.0-or-later
// What to boot, as a value. vm/qemu_arguments.h makes a command line of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/option.h"
#include "core/result.h"
#include "core/units.h"
#include "vm/disk.h"

namespace ringside::vm {

struct BootPlan {
  std::filesystem::path qemu = "qemu-system-x86_64";  // looked up in PATH if it has no slash
  std::filesystem::path kernel;                       // vmlinux with a PVH entry (fast), or bzImage
  std::filesystem::path initramfs;
  std::string cmdline;  // the user's, after Ringside's own

  Accel accel = Accel::tcg;  // decided: `automatic` is refused
  TcgThreads tcg_threads = TcgThreads::single;
  std::string cpu_model;  // empty: "host" under KVM, "max" under TCG. The exact lane names one.
  int vcpus = 1;
  int max_vcpus = 0;  // 0: vcpus
  Bytes memory{1ull << 30};
  bool shared_memory = false;  // with a process that serves vhost-user-blk disks; only for those

  Transport transport = Transport::pci;
  Control control = Control::virtio_serial;
  Pin pin = Pin::automatic;
  int iothreads = 0;           // made at boot, named by iothread_id(0) …
  OptionMap iothread_options;  // QEMU's names ("poll-max-ns")
  int disk_ports = 8;          // root ports, so at most this many disks at a time
  // Disks that are there from the start and stay: all that virtio-mmio has. Plugging one of them again only checks that
  // it is the same.
  std::vector<DiskPlan> fixed_disks;
  // The counter that an emulated guest sees. Told to a guest of the microvm machine, which has no timer to measure it
  // by but one that a busy host makes useless, and without it hangs at boot. 0: not told.
  std::int64_t tsc_khz = 0;
  // The exact lane's plugin (probes/tcg), which counts the guest kernel's instructions; empty: nobody counts. Needs
  // TCG with one thread, one vCPU and a named CPU model, and switches address randomisation off.
  std::filesystem::path path_counter;
  std::vector<std::string> extra_arguments;  // appended to QEMU's command line
};

// The plan for a campaign's guest and machine: everything but qemu, kernel and initramfs.
// `disks` is how many are plugged at a time; `accel` is the decided one.
[[nodiscard]] BootPlan boot_plan_of(const Guest& guest, const MachineOptions& machine, Accel accel, int disks);

// "iothread0". Which one serves disk number `disk` (from 0) under a layout; empty for none.
[[nodiscard]] std::string iothread_id(int index);
[[nodiscard]] std::string iothread_for_disk(IoThreads layout, int disk);

// Whether the plan makes sense, with the reason and what to do if not.
[[nodiscard]] Result<void> check(const BootPlan& plan);

// The guest kernel's command line. The agent reads from it where the control channel is:
//   ringside.control=virtio-serial   the virtio-serial port named "ringside.control"
//   ringside.control=isa-serial      /dev/ttyS1
[[nodiscard]] std::string kernel_command_line(const BootPlan& plan);

}  // namespace ringside::vm
