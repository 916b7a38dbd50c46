// SPDX-License-Identifier: GPL-3.0-or-later
#include "observer.h"

#include <bpf/bpf.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <vector>

#include "wait_for_input.h"

namespace ringside::loader {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds k_patience{90};      // a compiler starts in an emulated guest
constexpr std::chrono::milliseconds k_quiet{1500};  // no further program for so long: all are there
constexpr int k_step_ms = 100;

constexpr const char* k_one_liner =
    "tracepoint:block:block_rq_issue { @start[args->dev, args->sector] = nsecs; } "
    "tracepoint:block:block_rq_complete /@start[args->dev, args->sector]/ { "
    "@us = hist((nsecs - @start[args->dev, args->sector]) / 1000); delete(@start[args->dev, args->sector]); }";

std::vector<const char*> command_of(const std::string& name) {
  if (name == "bpftrace") return {"/bin/bpftrace", "-e", k_one_liner, nullptr};
  if (name == "biolatency") return {"/bin/biolatency", nullptr};
  return {};
}

int programs_loaded() {
  int count = 0;
  for (std::uint32_t id = 0; bpf_prog_get_next_id(id, &id) == 0;) ++count;
  return count;
}

bool has_ended(pid_t child) {
  return ::waitpid(child, nullptr, WNOHANG) == child;
}

pid_t start(const std::vector<const char*>& command) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::execv(command[0], const_cast<char* const*>(command.data()));
  ::_exit(127);
}

// There is no event for "attached": the tools say so only on a terminal. So their programs are watched.
Result<void> wait_until_loaded(pid_t child, int before, const std::string& name) {
  const auto deadline = Clock::now() + k_patience;
  auto changed = Clock::now();
  for (int loaded = before; Clock::now() < deadline;) {
    if (has_ended(child)) return std::unexpected(name + " ended at once");
    if (const int now = programs_loaded(); now != loaded) {
      loaded = now;
      changed = Clock::now();
    }
    if (loaded > before && Clock::now() - changed > k_quiet) return {};
    ::poll(nullptr, 0, k_step_ms);
  }
  return std::unexpected(name + " loaded no program in time");
}

void end(pid_t child) {
  ::kill(child, SIGINT);
  for (int step = 0; step < 100; ++step) {
    if (has_ended(child)) return;
    ::poll(nullptr, 0, k_step_ms);
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace

Result<void> run_observer(const std::string& name) {
  const auto command = command_of(name);
  if (command.empty()) return std::unexpected("there is no observer " + name);
  if (::access(command[0], X_OK) != 0) return std::unexpected("this image has no " + name);
  (void)::mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, nullptr);  // may be there already
  const int before = programs_loaded();
  const pid_t child = start(command);
  if (child < 0) return std::unexpected("cannot start " + name);
  if (auto loaded = wait_until_loaded(child, before, name); !loaded) {
    ::kill(child, SIGKILL);
    return loaded;
  }
  std::puts("ready");
  std::fflush(stdout);
  wait_for_end_of_input();
  end(child);
  std::puts(R"({"schema":"ringside.probe/1","tier":-1,"module":"","probes":[],"counters":[],"histograms":[]})");
  return {};
}

}  // namespace ringside::loader
