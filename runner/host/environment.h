// SPDX-License-Identifier: GPL-3.0-or-later
// The host as it was when something was measured: a flat record, and what of it identifies the host.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace ringside::host {

// Sorted keys, one fact each. Keys that the host does not tell are left out, never guessed:
//   host.id, host.name, host.kernel, host.os, host.hypervisor ("yes"/"no": runs in a VM itself),
//   host.hypervisor_vendor, cpu.model, cpu.vendor, cpu.online, cpu.cores, cpu.smt, cpu.microcode, cpu.governor,
//   cpu.turbo, cpu.mhz_max, clocksource, memory.total_bytes, memory.available_bytes, memory.hugepages, memory.thp,
//   load.1min, load.5min, mitigations.NAME (one per file of /sys/devices/system/cpu/vulnerabilities), kernel.cmdline,
//   qemu.path, qemu.version
using Environment = std::map<std::string, std::string>;

// The files that a record is made from, by path; unreadable ones are absent.
using HostFiles = std::map<std::string, std::string>;

// Reads them below `root` (for tests: a copy of /proc and /sys).
[[nodiscard]] HostFiles read_host_files(const std::filesystem::path& root = "/");
// Pure: everything but the qemu.* keys.
[[nodiscard]] Environment environment_of(const HostFiles& files);

// The whole record of this host now, with the version of `qemu` (runs `QEMU --version`).
[[nodiscard]] Environment read_environment(const std::filesystem::path& qemu);

// Stable over reboots: a hash of /etc/machine-id (which itself must not leave the host), else of what identifies
// the hardware. The same for every record of this host.
[[nodiscard]] Uuid host_id(const HostFiles& files);

// "7.2.22" from the first line of `qemu --version`; empty if it is not one of QEMU's.
[[nodiscard]] std::string qemu_version_in(std::string_view version_output);

}  // namespace ringside::host
