// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/process_identity.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <optional>

#include "host/process_stat.h"
#include "host/read_file.h"

namespace ringside::host {
namespace {

std::string identity_of(pid_t pid) {
  auto boot = read_small_file("/proc/sys/kernel/random/boot_id");
  const auto start = process_start_time(pid);
  if (!boot || !start) return {};
  while (!boot->empty() && boot->back() == '\n') boot->pop_back();
  return fmt::format("{} {} {}", *boot, pid, *start);
}

}  // namespace

std::string this_process() {
  return identity_of(::getpid());
}

bool still_runs(std::string_view process) {
  const auto number = process.find(' ');
  if (number == std::string_view::npos) return false;
  pid_t pid = 0;
  const char* const end = process.data() + process.size();
  if (std::from_chars(process.data() + number + 1, end, pid).ec != std::errc() || pid <= 0) return false;
  return identity_of(pid) == process;
}

}  // namespace ringside::host
