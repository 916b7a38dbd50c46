// SPDX-License-Identifier: GPL-3.0-or-later
// Boots that fail: each within its deadline, each with a message that tells why.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "host/descriptor.h"
#include "machine_fixture.h"

using namespace ringside;
using namespace ringside::vm;
using namespace std::chrono_literals;
using testing::HasSubstr;

using BootTest = MachineTest;

TEST_F(BootTest, a_good_guest_says_hello) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  EXPECT_EQ((*machine)->hello().kernel_release, "6.1.0-fake");
  EXPECT_GT((*machine)->boot_time(), 0ns);
  EXPECT_EQ((*machine)->argv().front(), FAKE_QEMU);
  EXPECT_THAT((*machine)->console(), HasSubstr("Linux version 6.1.0-fake"));
  EXPECT_EQ((*machine)->incident(), nullptr);
  EXPECT_TRUE((*machine)->pinning().pinned.empty());
  EXPECT_FALSE((*machine)->cpu_times().empty());
}

TEST_F(BootTest, a_guest_without_hello_is_a_timeout_with_its_last_lines) {
  const auto started = SteadyClock::now();
  const Error error = boot_error("no-hello", 400ms);
  EXPECT_LT(SteadyClock::now() - started, 5s);
  EXPECT_EQ(error.code, ErrorCode::timeout);
  EXPECT_THAT(error.message, HasSubstr("hello did not come in time"));
  EXPECT_THAT(error.message, HasSubstr("Linux version 6.1.0-fake"));
  EXPECT_THAT(m_record.console, HasSubstr("Command line"));
  EXPECT_FALSE(m_record.argv.empty());
}

TEST_F(BootTest, a_hanging_qemu_is_a_timeout) {
  const Error error = boot_error("hang", 400ms);
  EXPECT_EQ(error.code, ErrorCode::timeout);
  EXPECT_THAT(error.message, HasSubstr("QEMU's greeting"));
  EXPECT_THAT(error.message, HasSubstr("console is empty"));
}

TEST_F(BootTest, a_silent_monitor_is_a_timeout) {
  EXPECT_EQ(boot_error("qmp-silent", 400ms).code, ErrorCode::timeout);
}

TEST_F(BootTest, an_agent_of_another_version_is_refused_with_what_to_do) {
  const Error error = boot_error("other-version");
  EXPECT_EQ(error.code, ErrorCode::protocol);
  EXPECT_THAT(error.message, HasSubstr("version 99"));
  EXPECT_THAT(error.hint, HasSubstr("ringside image build"));
}

TEST_F(BootTest, garbage_for_a_hello_is_a_protocol_error) {
  EXPECT_EQ(boot_error("hello-garbage").code, ErrorCode::protocol);
}

TEST_F(BootTest, an_oversize_frame_is_a_protocol_error) {
  const Error error = boot_error("oversize-frame");
  EXPECT_EQ(error.code, ErrorCode::protocol);
  EXPECT_THAT(error.message, HasSubstr("2147483647"));
}

TEST_F(BootTest, an_empty_frame_is_a_protocol_error) {
  EXPECT_EQ(boot_error("empty-frame").code, ErrorCode::protocol);
}

TEST_F(BootTest, qemus_abort_is_told_with_its_words_at_once) {
  const auto started = SteadyClock::now();
  const Error error = boot_error("abort-at-start");
  EXPECT_LT(SteadyClock::now() - started, 10s);
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("signal 6"));
  EXPECT_THAT(error.message, HasSubstr("failed to set MSR 0x48d"));
  EXPECT_THAT(error.hint, HasSubstr("-no-reboot"));
  EXPECT_THAT(m_record.qemu_errors, HasSubstr("failed to set MSR"));
}

TEST_F(BootTest, qemus_refusal_of_its_command_line_is_told_with_its_words) {
  const Error error = boot_error("exit-at-start");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("exit code 1"));
  EXPECT_THAT(error.message, HasSubstr("could not load kernel"));
}

TEST_F(BootTest, a_guest_that_reboots_is_told_apart_from_a_crash) {
  const Error error = boot_error("reboot");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("switched off or rebooted"));
  EXPECT_THAT(error.message, HasSubstr("Restarting system"));
}

TEST_F(BootTest, a_panic_ends_the_boot_at_once_with_its_text) {
  const auto started = SteadyClock::now();
  const Error error = boot_error("panic-at-boot");
  EXPECT_LT(SteadyClock::now() - started, 10s);
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("Attempted to kill init"));
  ASSERT_FALSE(m_record.incidents.empty());
  EXPECT_EQ(m_record.incidents[0].kind, IncidentKind::panic);
}

TEST_F(BootTest, a_kernel_without_init_points_at_the_image) {
  EXPECT_THAT(boot_error("no-init").hint, HasSubstr("rebuild the guest image"));
}

TEST_F(BootTest, garbage_from_the_monitor_is_a_protocol_error) {
  const Error error = boot_error("qmp-garbage");
  EXPECT_EQ(error.code, ErrorCode::protocol);
  EXPECT_THAT(error.message, HasSubstr("this is not QMP"));
}

TEST_F(BootTest, floods_are_cut_off) {
  EXPECT_EQ(boot_error("qmp-endless-line").code, ErrorCode::protocol);
  EXPECT_EQ(boot_error("qmp-event-flood").code, ErrorCode::protocol);
}

TEST_F(BootTest, a_console_flood_neither_fills_memory_nor_outlasts_the_deadline) {
  const auto started = SteadyClock::now();
  const Error error = boot_error("console-flood", 1s);
  EXPECT_LT(SteadyClock::now() - started, 10s);
  EXPECT_THAT(error.code, testing::AnyOf(ErrorCode::timeout, ErrorCode::protocol));
  EXPECT_LT(m_record.console.size(), 5u << 20);
}

TEST_F(BootTest, a_stop_request_ends_a_boot_at_once) {
  std::stop_source stop;
  m_deadlines.boot = 60s;
  std::jthread stopper([&] { stop.request_stop(); });
  const auto machine = Machine::boot(plan("no-hello"), m_deadlines, stop.get_token());
  ASSERT_FALSE(machine);
  EXPECT_EQ(machine.error().code, ErrorCode::interrupted);
}

TEST_F(BootTest, what_is_missing_is_named_before_anything_starts) {
  const auto message = [this](auto change) {
    BootPlan bad = plan("good");
    change(bad);
    const auto machine = Machine::boot(bad, m_deadlines);
    EXPECT_FALSE(machine);
    return machine ? std::string() : machine.error().text();
  };
  EXPECT_THAT(message([](BootPlan& p) { p.qemu = "/nowhere/qemu"; }), HasSubstr("/nowhere/qemu"));
  EXPECT_THAT(message([](BootPlan& p) { p.kernel = "/nowhere/vmlinux"; }), HasSubstr("/nowhere/vmlinux"));
  EXPECT_THAT(message([](BootPlan& p) { p.initramfs = "/nowhere/initramfs"; }), HasSubstr("/nowhere/initramfs"));
  EXPECT_THAT(message([](BootPlan& p) { p.accel = Accel::automatic; }), HasSubstr("accelerator"));
}

TEST_F(BootTest, what_qemu_started_goes_with_it) {
  auto machine = boot("helper");
  ASSERT_TRUE(machine) << machine.error().text();
  // The fixture checks that neither is left.
}

TEST_F(BootTest, a_runner_that_is_killed_leaves_no_qemu) {
  auto pipe = host::pipe();
  ASSERT_TRUE(pipe);
  const pid_t runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    ::dup2(pipe->writing.get(), 1);
    ::execl("/proc/self/exe", "integration_machine", "--gtest_filter=BootTest.DISABLED_runner_that_is_killed",
            "--gtest_also_run_disabled_tests", nullptr);
    ::_exit(127);
  }
  pipe->writing.reset();
  std::string text;
  char chunk[4096];
  for (ssize_t got = 0; (got = ::read(pipe->reading.get(), chunk, sizeof chunk)) > 0;) {
    text.append(chunk, static_cast<std::size_t>(got));
  }
  const auto at = text.find("qemu is ");
  ASSERT_NE(at, std::string::npos) << text;
  const pid_t qemu = std::stoi(text.substr(at + 8));
  int status = 0;
  ASSERT_EQ(::waitpid(runner, &status, 0), runner);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  // Orphans come to us, the subreaper. Without the parent-death signal this would wait until the test's own timeout.
  ASSERT_EQ(::waitpid(qemu, &status, 0), qemu);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

// Not a test of its own: the runner of the test above.
TEST_F(BootTest, DISABLED_runner_that_is_killed) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  const std::string line = "qemu is " + std::to_string((*machine)->qemu_pid()) + "\n";
  [[maybe_unused]] const auto written = ::write(1, line.data(), line.size());
  ::kill(::getpid(), SIGKILL);
}
