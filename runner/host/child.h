// SPDX-License-Identifier: GPL-3.0-or-later
// Child processes that never outlive the runner.
//
// Plain fork and exec rather than Boost.Process: v1 leaves every descriptor open in the child, forks in the calling
// thread (and PR_SET_PDEATHSIG follows the thread that forked, not the process), and knows no pidfd.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "host/descriptor.h"

namespace ringside::host {

struct ChildOptions {
  std::vector<int> inherited;                      // stay open in the child under the same number; all others close
  std::map<std::string, std::string> environment;  // added to the runner's own
  std::filesystem::path folder;                    // working folder; empty: the runner's
  bool with_input = false;                         // stdin is a pipe instead of /dev/null
};

// How a process ended.
struct Exit {
  int code = 0;    // -1 if it was ended by a signal
  int signal = 0;  // 0 if it exited
  [[nodiscard]] bool success() const { return code == 0 && signal == 0; }
  // "exit code 1", "signal 6 (Aborted)".
  [[nodiscard]] std::string text() const;
  bool operator==(const Exit&) const = default;
};

// A running program in a process group of its own, which the kernel kills when the runner dies in whatever way.
// (Only the program itself gets that signal: what it started in turn must end by itself.)
class Child {
 public:
  // argv[0] is a path or is looked up in PATH. Fails with not_found if there is no such program, else with
  // infrastructure. May be called from any thread.
  [[nodiscard]] static Result<Child> start(const std::vector<std::string>& argv, const ChildOptions& options = {});

  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  // Kills the group and reaps.
  ~Child();

  [[nodiscard]] pid_t pid() const { return m_pid; }
  // Readable once the process has ended.
  [[nodiscard]] int pidfd() const { return m_pidfd.get(); }
  // The reading ends of stdout and stderr, non-blocking; the writing end of stdin, if asked for.
  [[nodiscard]] Descriptor& output() { return m_output; }
  [[nodiscard]] Descriptor& errors() { return m_errors; }
  [[nodiscard]] Descriptor& input() { return m_input; }

  // How it ended, if it has; reaps it.
  [[nodiscard]] std::optional<Exit> poll_exit();
  // Waits for the end; nothing if the deadline came first.
  [[nodiscard]] std::optional<Exit> wait_until(TimePoint deadline);
  // SIGKILL to the whole group, then reaps. Does nothing after the end.
  Exit kill();
  void send(int signal) const;

 private:
  Child() = default;

  pid_t m_pid = -1;
  Descriptor m_pidfd;
  Descriptor m_input;
  Descriptor m_output;
  Descriptor m_errors;
  std::optional<Exit> m_exit;
};

struct RunOptions {
  std::string input;  // the whole of stdin
  Nanoseconds timeout = std::chrono::minutes(1);
  std::size_t max_output = 64u << 20;  // bytes kept of stdout; the rest is read and dropped
  std::size_t max_errors = 1u << 20;
  std::stop_token stop;
  ChildOptions child;
};

struct Finished {
  Exit exit;
  std::string output;
  std::string errors;
  bool cut = false;  // more came than was kept
  Nanoseconds elapsed{0};
};

// Runs a program to its end and captures what it wrote. A program that fails is a Finished, not an error; errors are
// not_found, timeout and interrupted (the group was killed), infrastructure.
[[nodiscard]] Result<Finished> run(const std::vector<std::string>& argv, const RunOptions& options = {});

// As run(), but a program that did not exit with 0 is an error that holds the last lines of its stderr.
[[nodiscard]] Result<std::string> output_of(const std::vector<std::string>& argv, const RunOptions& options = {});

// The full path of a program as execvp would find it.
[[nodiscard]] std::optional<std::filesystem::path> find_program(const std::string& name);

// "qemu-system-x86_64 -append 'quiet panic=-1'": for messages and for pasting into a shell.
[[nodiscard]] std::string shell_quoted(const std::vector<std::string>& argv);

}  // namespace ringside::host
