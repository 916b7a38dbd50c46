// SPDX-License-Identifier: GPL-3.0-or-later
// BootPlan -> QEMU's command line, one function per aspect. Pure.
//
// Not used on purpose: -sandbox (its filter runs on every system call of the path that is measured), -daemonize,
// sockets or files for any channel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "vm/boot_plan.h"

namespace ringside::vm {

using Arguments = std::vector<std::string>;

// Numbers of the inherited descriptors.
struct ChannelFds {
  int console = -1;
  int control = -1;
  int qmp = -1;
  int counter = -1;  // of the path counter; only where the plan has one
};

// Everything, argv[0] included. Errors as check(plan).
[[nodiscard]] Result<Arguments> qemu_arguments(const BootPlan& plan, const ChannelFds& fds);

[[nodiscard]] Arguments basic_arguments();
[[nodiscard]] Arguments machine_arguments(const BootPlan& plan);
[[nodiscard]] Arguments cpu_arguments(const BootPlan& plan);
[[nodiscard]] Arguments memory_arguments(const BootPlan& plan);
[[nodiscard]] Arguments kernel_arguments(const BootPlan& plan);
[[nodiscard]] Arguments console_arguments(int fd);
[[nodiscard]] Arguments control_arguments(Control control, int fd);
[[nodiscard]] Arguments qmp_arguments(int fd);
[[nodiscard]] Arguments iothread_arguments(const BootPlan& plan);
// The path counter, where the plan has one.
[[nodiscard]] Arguments plugin_arguments(const BootPlan& plan, int fd);
// Empty hot-plug slots for the disks.
[[nodiscard]] Arguments port_arguments(const BootPlan& plan);
// The name of slot number `index`, which is a bus for device_add.
[[nodiscard]] std::string port_id(int index);

// A value within a QEMU option: commas are doubled.
[[nodiscard]] std::string escaped(std::string_view value);

}  // namespace ringside::vm
