// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "agent/files.h"

namespace ringside::agent {
namespace {

using testing::HasSubstr;

constexpr Milliseconds k_long{20'000};

class RunProgram : public testing::Test {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }  // as the agent does at its start
};

ProcessEnd run(std::vector<std::string> argv, Milliseconds deadline = k_long, std::string input = {}) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.input = std::move(input);
  request.deadline = deadline;
  auto end = run_program(request);
  EXPECT_TRUE(end) << end.error().text();
  return end.value_or(ProcessEnd{});
}

ProcessEnd shell(const std::string& script, Milliseconds deadline = k_long) {
  return run({"sh", "-c", script}, deadline);
}

TEST_F(RunProgram, gives_both_streams_and_the_exit_code) {
  const ProcessEnd end = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(end.output, "out\n");
  EXPECT_EQ(end.errors, "err\n");
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.signal, 0);
  EXPECT_FALSE(end.timed_out);
}

TEST_F(RunProgram, large_input_goes_through_without_a_deadlock) {
  const std::string input(1u << 20, 'x');
  EXPECT_EQ(run({"cat"}, k_long, input).output, input);
}

TEST_F(RunProgram, program_that_reads_no_input_is_no_error) {
  const ProcessEnd end = run({"true"}, k_long, std::string(1u << 20, 'x'));
  EXPECT_EQ(end.exit_code, 0);
}

TEST_F(RunProgram, crash_is_told_by_its_signal) {
  const ProcessEnd end = shell("kill -SEGV $$");
  EXPECT_EQ(end.exit_code, -1);
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_FALSE(end.timed_out);
}

TEST_F(RunProgram, that_hangs_is_killed_at_its_deadline) {
  const ProcessEnd end = shell("echo before; exec sleep 1000", Milliseconds(200));
  EXPECT_TRUE(end.timed_out);
  EXPECT_FALSE(end.stuck);
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(end.output, "before\n");
  EXPECT_GE(end.elapsed, Milliseconds(200));
}

// Whether a process "sleep SECONDS" exists; the tests use seconds that nothing else on the machine has.
bool somebody_sleeps(const std::string& seconds) {
  using namespace std::string_literals;
  for (const std::string& name : names_in("/proc")) {
    if (read_file("/proc/" + name + "/cmdline").value_or("") == "sleep\0"s + seconds + "\0"s) return true;
  }
  return false;
}

// A killed process stays visible until it is reaped, and its new parent takes a moment for that.
bool sleeps_on(const std::string& seconds) {
  const TimePoint deadline = SteadyClock::now() + std::chrono::seconds(10);
  while (somebody_sleeps(seconds)) {
    if (SteadyClock::now() > deadline) return true;
  }
  return false;
}

TEST_F(RunProgram, what_left_the_process_group_is_killed_too) {
  const ProcessEnd end = shell("setsid sleep 98761 & setsid sleep 98762 & wait", Milliseconds(500));
  EXPECT_TRUE(end.timed_out);
  EXPECT_FALSE(sleeps_on("98761"));
  EXPECT_FALSE(sleeps_on("98762"));
}

TEST_F(RunProgram, crash_of_the_parent_leaves_no_worker_behind) {
  const ProcessEnd end = shell("setsid sleep 98763 & kill -SEGV $$");
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_FALSE(sleeps_on("98763"));
}

TEST_F(RunProgram, child_that_keeps_the_pipes_open_does_not_hold_us_up) {
  const ProcessEnd end = shell("sleep 98764 & echo $!");
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_LT(end.elapsed, k_long);
  EXPECT_EQ(::kill(std::stoi(end.output), SIGKILL), 0);  // it still ran, as one that exits may leave children
}

TEST_F(RunProgram, flood_is_cut_on_both_streams) {
  ProcessRequest request;
  request.argv = {"sh", "-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"};
  request.deadline = k_long;
  request.max_output = 10'000;
  request.max_errors = 1'000;
  const auto end = run_program(request);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 0);
  EXPECT_EQ(end->output.size(), 10'000u);
  EXPECT_EQ(end->errors.size(), 1'000u);
}

TEST_F(RunProgram, flood_does_not_hold_up_the_deadline) {
  const ProcessEnd end = shell("yes & yes error >&2", Milliseconds(500));
  EXPECT_TRUE(end.timed_out);
  EXPECT_FALSE(end.stuck);
}

TEST_F(RunProgram, of_the_errors_the_last_part_is_kept) {
  ProcessRequest request;
  request.argv = {"sh", "-c", "seq 1 10000 >&2; echo last >&2"};
  request.max_errors = 100;
  const auto end = run_program(request);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->errors.ends_with("10000\nlast\n"));
}

TEST_F(RunProgram, that_does_not_exist_is_told_by_name) {
  ProcessRequest request;
  request.argv = {"no-such-program"};
  const auto end = run_program(request);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().code, ErrorCode::not_found);
  EXPECT_THAT(end.error().message, HasSubstr("no-such-program"));
}

TEST_F(RunProgram, empty_command_is_refused) {
  EXPECT_FALSE(run_program({}));
}

TEST_F(RunProgram, runs_in_the_folder_it_was_given) {
  ProcessRequest request;
  request.argv = {"pwd"};
  request.folder = "/";
  EXPECT_EQ(run_program(request).value().output, "/\n");
}

TEST(Orphans, reaping_leaves_the_reason_of_an_interrupted_call) {
  errno = EINTR;
  reap_orphans();
  EXPECT_EQ(errno, EINTR);
}

}  // namespace
}  // namespace ringside::agent
