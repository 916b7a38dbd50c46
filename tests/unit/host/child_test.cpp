// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/child.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "host/process_stat.h"

using namespace ringside;
using namespace ringside::host;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> shell(const std::string& script) {
  return {"/bin/sh", "-c", script};
}

}  // namespace

TEST(Run, output_errors_and_exit_code_are_captured) {
  const auto finished = run(shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(finished) << finished.error().text();
  EXPECT_EQ(finished->output, "out\n");
  EXPECT_EQ(finished->errors, "err\n");
  EXPECT_EQ(finished->exit, (Exit{3, 0}));
  EXPECT_FALSE(finished->cut);
}

TEST(Run, a_program_ended_by_a_signal_says_which) {
  const auto finished = run(shell("kill -ABRT $$"));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->exit.signal, SIGABRT);
  EXPECT_EQ(finished->exit.text(), "signal 6 (Aborted)");
}

TEST(Run, a_missing_program_is_not_found) {
  const auto finished = run({"there-is-no-such-program"});
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::not_found);
  EXPECT_THAT(finished.error().message, testing::HasSubstr("there-is-no-such-program"));
}

TEST(Run, a_large_input_comes_back_whole) {
  RunOptions options;
  options.input.assign(3u << 20, 'x');  // larger than any pipe: both directions must move at once
  const auto finished = run({"cat"}, options);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->output.size(), options.input.size());
}

TEST(Run, an_input_nobody_reads_does_no_harm) {
  RunOptions options;
  options.input.assign(3u << 20, 'x');
  const auto finished = run({"true"}, options);
  ASSERT_TRUE(finished);
  EXPECT_TRUE(finished->exit.success());
}

TEST(Run, output_beyond_the_limit_is_dropped_and_said_so) {
  RunOptions options;
  options.max_output = 1000;
  const auto finished = run(shell("head -c 300000 /dev/zero"), options);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->output.size(), 1000u);
  EXPECT_TRUE(finished->cut);
}

TEST(Run, a_hanging_program_and_what_it_started_are_killed_at_the_deadline) {
  RunOptions options;
  options.timeout = 300ms;
  const auto started = SteadyClock::now();
  auto pipe = host::pipe();
  ASSERT_TRUE(pipe);
  options.child.inherited = {pipe->writing.get()};
  // The grandchild holds the pipe open: its end tells that the whole group is gone.
  const auto finished = run(shell("sleep 1000 & sleep 1000"), options);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::timeout);
  EXPECT_LT(SteadyClock::now() - started, 10s);
  pipe->writing.reset();
  char byte = 0;
  EXPECT_EQ(::read(pipe->reading.get(), &byte, 1), 0);
}

TEST(Run, a_program_that_floods_is_ended_at_the_deadline) {
  RunOptions options;
  options.timeout = 300ms;
  options.max_output = 4096;
  const auto finished = run({"yes"}, options);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::timeout);
}

TEST(Run, a_stop_request_ends_it_at_once) {
  std::stop_source stop;
  RunOptions options;
  options.timeout = 60s;
  options.stop = stop.get_token();
  auto pipe = host::pipe();
  ASSERT_TRUE(pipe);
  options.child.inherited = {pipe->writing.get()};
  std::jthread stopper([&] {
    char byte = 0;
    ASSERT_EQ(::read(pipe->reading.get(), &byte, 1), 1);
    stop.request_stop();
  });
  const auto finished = run(shell("printf x >&" + std::to_string(pipe->writing.get()) + "; sleep 1000"), options);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::interrupted);
}

TEST(Run, environment_and_folder_are_passed_on) {
  RunOptions options;
  options.child.environment["RINGSIDE_TEST"] = "a b";
  options.child.folder = "/proc";
  const auto finished = run(shell("echo $RINGSIDE_TEST; pwd"), options);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->output, "a b\n/proc\n");
}

TEST(OutputOf, a_failing_program_is_an_error_with_its_words) {
  const auto output = output_of(shell("echo unhelpful; echo 'disk on fire' >&2; exit 1"));
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().text(), testing::HasSubstr("disk on fire"));
  EXPECT_THAT(output.error().text(), testing::HasSubstr("exit code 1"));
}

TEST(Child, only_the_listed_descriptors_stay_open) {
  // Numbers that the shell does not use itself; one deliberately not close-on-exec, as a library might leave it.
  const Descriptor leaking(::fcntl(0, F_DUPFD, 100));
  const Descriptor wanted(::fcntl(0, F_DUPFD_CLOEXEC, 100));
  RunOptions options;
  options.child.inherited = {wanted.get()};
  const auto script = "for n in /proc/self/fd/*; do echo ${n##*/}; done";
  const auto finished = run(shell(script), options);
  ASSERT_TRUE(finished);
  const std::string listed = "\n" + finished->output;
  EXPECT_THAT(listed, testing::HasSubstr("\n" + std::to_string(wanted.get()) + "\n"));
  EXPECT_THAT(listed, testing::Not(testing::HasSubstr("\n" + std::to_string(leaking.get()) + "\n")));
}

TEST(Child, it_leads_a_group_of_its_own) {
  auto child = Child::start({"sleep", "1000"});
  ASSERT_TRUE(child);
  EXPECT_EQ(::getpgid(child->pid()), child->pid());
  EXPECT_FALSE(child->poll_exit());
  EXPECT_EQ(child->kill().signal, SIGKILL);
  EXPECT_EQ(child->poll_exit(), (Exit{-1, SIGKILL}));
}

TEST(Child, it_goes_with_its_object) {
  pid_t pid = 0;
  {
    auto child = Child::start({"sleep", "1000"});
    ASSERT_TRUE(child);
    pid = child->pid();
  }
  EXPECT_NE(::kill(pid, 0), 0);
}

TEST(Child, it_outlives_the_thread_that_asked_for_it) {
  std::optional<Child> child;
  std::thread([&] {
    auto started = Child::start({"sleep", "1000"});
    if (started) child.emplace(std::move(*started));
  }).join();
  ASSERT_TRUE(child);
  // A parent-death signal bound to the finished thread would have been delivered before join() returned or soon after.
  EXPECT_FALSE(child->wait_until(SteadyClock::now() + 200ms));
}

TEST(Child, it_dies_with_the_runner) {
  auto pipe = host::pipe();
  ASSERT_TRUE(pipe);
  const pid_t runner = ::fork();
  ASSERT_GE(runner, 0);
  if (runner == 0) {
    // A forked copy has no spawner thread: a program that makes its own is executed instead.
    ::dup2(pipe->writing.get(), 1);
    ::execl("/proc/self/exe", "unit_host", "--gtest_filter=Child.DISABLED_runner_that_is_killed",
            "--gtest_also_run_disabled_tests", nullptr);
    ::_exit(127);
  }
  pipe->writing.reset();
  // Both hold the writing end: it closes when the runner, killed by itself, and its child are gone.
  std::string text;
  char chunk[4096];
  for (ssize_t got = 0; (got = ::read(pipe->reading.get(), chunk, sizeof chunk)) > 0;) {
    text.append(chunk, static_cast<std::size_t>(got));
  }
  EXPECT_THAT(text, testing::HasSubstr("child runs"));
}

// Not a test of its own: the runner of the test above.
TEST(Child, DISABLED_runner_that_is_killed) {
  ChildOptions options;
  const Descriptor held(::dup(1));
  options.inherited = {held.get()};
  auto child = Child::start({"sleep", "1000"}, options);
  ASSERT_TRUE(child);
  [[maybe_unused]] const auto written = ::write(1, "child runs\n", 11);
  ::kill(::getpid(), SIGKILL);
}

TEST(ShellQuoted, only_what_needs_it_is_quoted) {
  EXPECT_EQ(shell_quoted({"qemu", "-append", "quiet panic=-1", "it's", ""}),
            "qemu -append 'quiet panic=-1' 'it'\\''s' ''");
}

TEST(FindProgram, path_is_searched_and_folders_are_no_programs) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("/proc"));
  EXPECT_FALSE(find_program(""));
  EXPECT_FALSE(find_program("/etc/passwd"));
}

TEST(ProcessStat, a_name_with_parentheses_and_spaces_is_read) {
  const auto stat = parse_process_stat(
      "42 (CPU 0/T) (x) S 1 42 42 0 -1 4194368 100 0 0 0 250 50 0 0 20 0 1 0 123456 1000 10 18446744073709551615\n",
      100);
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->name, "CPU 0/T) (x");
  EXPECT_EQ(stat->user, 2500ms);
  EXPECT_EQ(stat->system, 500ms);
  EXPECT_EQ(stat->start_time, 123456u);
}

TEST(ProcessStat, what_is_no_stat_line_is_refused) {
  EXPECT_FALSE(parse_process_stat("", 100));
  EXPECT_FALSE(parse_process_stat("42 (sh) S 1 2", 100));
  EXPECT_FALSE(parse_process_stat("42 )sh( S", 100));
}
