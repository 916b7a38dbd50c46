// SPDX-License-Identifier: GPL-3.0-or-later
// What PID 1 does for the machine: file systems at the start, power at the end.
#pragma once

#include <string_view>

namespace ringside::agent {

// Mounts what the guest needs. A file system that the kernel does not have is left out; only /dev, /proc and /sys are
// needed, and later steps say so where they miss them.
void mount_file_systems();

// A line on the console, for whoever reads it when nothing else works.
void say(std::string_view text);

// Ends the machine. Without ACPI there is no power to switch off; a reset ends QEMU too, as it runs with -no-reboot.
[[noreturn]] void power_off();

}  // namespace ringside::agent
