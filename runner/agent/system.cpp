// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "agent/files.h"

namespace ringside::agent {
namespace {

struct FileSystem {
  const char* type;
  const char* place;
  const char* options;
};

// In this order: some lie inside others. configfs (for null_blk) is a module in Debian's kernels; it brings its folder.
constexpr FileSystem k_file_systems[] = {
    {"devtmpfs", "/dev", ""},
    {"proc", "/proc", ""},
    {"sysfs", "/sys", ""},
    {"tmpfs", "/tmp", "mode=1777"},
    {"tmpfs", "/run", "mode=755"},
    {"debugfs", "/sys/kernel/debug", ""},
    {"tracefs", "/sys/kernel/tracing", ""},
    {"bpf", "/sys/fs/bpf", ""},
    {"configfs", "/sys/kernel/config", ""},
};

}  // namespace

void mount_file_systems() {
  for (const FileSystem& file_system : k_file_systems) {
    ::mkdir(file_system.place, 0755);
    ::mount(file_system.type, file_system.place, file_system.type, 0, file_system.options);
  }
}

void say(std::string_view text) {
  const Fd console(::open("/dev/console", O_WRONLY | O_CLOEXEC | O_NOCTTY));
  const std::string line = fmt::format("ringside-agent: {}\n", text);
  [[maybe_unused]] const ssize_t written = ::write(console.get(), line.data(), line.size());
}

void power_off() {
  ::sync();
  ::reboot(exists("/sys/firmware/acpi") ? RB_POWER_OFF : RB_AUTOBOOT);
  for (;;) ::pause();
}

}  // namespace ringside::agent
