// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine_fixture.h"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <filesystem>

using namespace ringside;
using namespace ringside::vm;
using namespace std::chrono_literals;

namespace {

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

// Reaps what has ended. True if no child is left, also none that a dead child left behind (we are the subreaper).
bool no_child_left(TimePoint deadline) {
  for (;;) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0) return true;
    if (ended == 0 && SteadyClock::now() >= deadline) return false;
  }
}

}  // namespace

TimePoint in(Nanoseconds duration) {
  return SteadyClock::now() + duration;
}

MachineTest::MachineTest() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  m_descriptors = open_descriptors();
}

MachineTest::~MachineTest() {
  EXPECT_TRUE(no_child_left(in(5s))) << "a process is left";
  EXPECT_EQ(open_descriptors(), m_descriptors) << "a descriptor is left open, or closed once too often";
}

BootPlan MachineTest::plan(const std::string& script) {
  BootPlan plan;
  plan.qemu = FAKE_QEMU;
  plan.kernel = FAKE_QEMU;  // the fake does not look into it
  plan.initramfs = FAKE_QEMU;
  plan.cmdline = "fake.script=" + script;
  plan.disk_ports = 2;
  return plan;
}

Result<std::unique_ptr<Machine>> MachineTest::boot(const std::string& script, Nanoseconds deadline) {
  m_deadlines.boot = deadline;
  return Machine::boot(plan(script), m_deadlines, {}, &m_record);
}

Error MachineTest::boot_error(const std::string& script, Nanoseconds deadline) {
  auto machine = boot(script, deadline);
  EXPECT_FALSE(machine) << script << " booted";
  return machine ? Error{} : machine.error();
}
