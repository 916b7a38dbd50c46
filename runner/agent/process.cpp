// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

#include "agent/files.h"
#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

constexpr Milliseconds k_grace_after_kill{2000};

struct PipePair {
  Fd reading;
  Fd writing;
};

Result<PipePair> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("no pipe");
  return PipePair{Fd(ends[0]), Fd(ends[1])};
}

void set_non_blocking(const Fd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

// In the environment of everything that a run starts, so that all of it is found again.
std::string run_mark() {
  static int number = 0;
  return fmt::format("RINGSIDE_RUN={}.{}.{}", ::getpid(), ++number, SteadyClock::now().time_since_epoch().count());
}

// SIGKILL to every process that carries the mark; returns how many there were. Kernel threads have no environment.
int kill_marked(std::string_view mark) {
  int killed = 0;
  for (const std::string& name : names_in("/proc")) {
    const auto pid = number<pid_t>(name);
    if (!pid || *pid == ::getpid()) continue;
    const auto environment = read_file(fmt::format("/proc/{}/environ", *pid), 64u << 10);
    if (!environment || environment->find(mark) == std::string::npos) continue;
    ::kill(*pid, SIGKILL);
    ++killed;
  }
  return killed;
}

// Everything the child needs, made before the fork: between fork and exec nothing may allocate.
struct Prepared {
  std::vector<std::string> texts;
  std::vector<char*> argv;
  std::vector<char*> environment;
};

Prepared prepare(const ProcessRequest& request, const std::string& mark) {
  Prepared out;
  out.texts = request.argv;
  out.texts.insert(out.texts.end(), {fmt::format("PATH={}", k_path), "HOME=/tmp", "LC_ALL=C", mark});
  for (std::size_t at = 0; at < out.texts.size(); ++at) {
    (at < request.argv.size() ? out.argv : out.environment).push_back(out.texts[at].data());
  }
  out.argv.push_back(nullptr);
  out.environment.push_back(nullptr);
  return out;
}

[[noreturn]] void become(const Prepared& prepared, const char* folder, int input, int output, int errors, int report) {
  ::setpgid(0, 0);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGCHLD, SIG_DFL);
  const bool placed = ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                      ::dup2(errors, STDERR_FILENO) >= 0 && ::chdir(folder) == 0;
  if (placed) ::execvpe(prepared.argv[0], prepared.argv.data(), prepared.environment.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(report, &error, sizeof(error));
  ::_exit(127);
}

// One running program with its pipes.
class Run {
 public:
  static Result<Run> start(const ProcessRequest& request);
  ProcessEnd finish(const ProcessRequest& request);

 private:
  // Waits for the pipes and the end; false if the deadline came first.
  bool pump_until(TimePoint deadline);
  bool take_output();
  bool take_errors();
  void give_input();
  bool reap(ProcessEnd& end);

  const ProcessRequest* m_request = nullptr;
  std::string m_mark;
  TimePoint m_started;
  pid_t m_pid = -1;
  Fd m_pidfd;
  Fd m_input;
  Fd m_output;
  Fd m_errors;
  std::size_t m_given = 0;
  std::string m_output_text;
  std::string m_errors_text;
};

Result<Run> Run::start(const ProcessRequest& request) {
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  auto report = make_pipe();
  if (!input || !output || !errors || !report) return fail(ErrorCode::infrastructure, "no pipes for a child process");
  Run run;
  run.m_request = &request;
  run.m_mark = run_mark();
  run.m_started = SteadyClock::now();
  const Prepared prepared = prepare(request, run.m_mark);
  // PATH is looked up by the child in its parent's environment, which for PID 1 may be empty.
  ::setenv("PATH", k_path, 0);
  run.m_pid = ::fork();
  if (run.m_pid < 0) return system_error("cannot fork");
  if (run.m_pid == 0) {
    become(prepared, request.folder.c_str(), input->reading.get(), output->writing.get(), errors->writing.get(),
           report->writing.get());
  }
  ::setpgid(run.m_pid, run.m_pid);  // also here: whoever comes first
  run.m_pidfd = Fd(static_cast<int>(::syscall(SYS_pidfd_open, run.m_pid, 0)));
  report->writing.reset();
  int error = 0;
  if (::read(report->reading.get(), &error, sizeof(error)) == sizeof(error)) {
    ::waitpid(run.m_pid, nullptr, 0);
    return fail(error == ENOENT ? ErrorCode::not_found : ErrorCode::infrastructure,
                fmt::format("cannot run {}: {}", request.argv[0], std::strerror(error)));
  }
  run.m_input = std::move(input->writing);
  run.m_output = std::move(output->reading);
  run.m_errors = std::move(errors->reading);
  set_non_blocking(run.m_input);
  set_non_blocking(run.m_output);
  set_non_blocking(run.m_errors);
  if (request.input.empty()) run.m_input.reset();
  return run;
}

// One read, so that a program that writes faster than we read cannot keep us from its deadline; closes at the end of
// the stream. Returns whether there was something.
template <typename Keep>
bool read_once(Fd& pipe, const Keep& keep) {
  if (!pipe.open()) return false;
  std::array<char, 64u << 10> chunk{};
  const ssize_t got = ::read(pipe.get(), chunk.data(), chunk.size());
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) pipe.reset();
  if (got > 0) keep(std::string_view(chunk.data(), static_cast<std::size_t>(got)));
  return got > 0;
}

bool Run::take_output() {
  return read_once(m_output, [this](std::string_view text) {
    m_output_text += text.substr(0, m_request->max_output - m_output_text.size());
  });
}

bool Run::take_errors() {
  return read_once(m_errors, [this](std::string_view text) {
    m_errors_text += text;
    if (m_errors_text.size() > m_request->max_errors) {
      m_errors_text.erase(0, m_errors_text.size() - m_request->max_errors);
    }
  });
}

void Run::give_input() {
  const std::string& input = m_request->input;
  const ssize_t written = ::write(m_input.get(), input.data() + m_given, input.size() - m_given);
  if (written > 0) m_given += static_cast<std::size_t>(written);
  const bool broken = written < 0 && errno != EAGAIN && errno != EINTR;
  if (broken || m_given == input.size()) m_input.reset();
}

bool Run::pump_until(TimePoint deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<Milliseconds>(deadline - SteadyClock::now());
    if (left <= Milliseconds(0)) return false;
    std::array<pollfd, 4> waiting{{{m_pidfd.get(), POLLIN, 0},
                                   {m_output.get(), POLLIN, 0},
                                   {m_errors.get(), POLLIN, 0},
                                   {m_input.get(), POLLOUT, 0}}};
    const int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(left.count()));
    if (ready <= 0) continue;
    if (waiting[1].revents != 0) take_output();
    if (waiting[2].revents != 0) take_errors();
    if (waiting[3].revents != 0) give_input();
    if (waiting[0].revents != 0) return true;
  }
}

bool Run::reap(ProcessEnd& end) {
  int status = 0;
  if (::waitpid(m_pid, &status, WNOHANG) != m_pid) return false;
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) {
    end.exit_code = -1;
    end.signal = WTERMSIG(status);
  }
  return true;
}

ProcessEnd Run::finish(const ProcessRequest& request) {
  ProcessEnd end;
  end.exit_code = -1;
  end.timed_out = !pump_until(m_started + request.deadline);
  end.elapsed = std::chrono::round<Milliseconds>(SteadyClock::now() - m_started);
  if (end.timed_out) {
    ::kill(-m_pid, SIGKILL);
    kill_marked(m_mark);
    end.stuck = !pump_until(SteadyClock::now() + k_grace_after_kill);
  }
  if (!end.stuck) reap(end);
  if (end.timed_out || end.signal != 0) {
    ::kill(-m_pid, SIGKILL);
    // What forked while it was being looked for is found the next time.
    for (int round = 0; round < 3 && kill_marked(m_mark) > 0; ++round) {
    }
  }
  // What is left in the pipes; bounded, because a program left running in the background may go on writing.
  for (int round = 0; round < 8 && take_output(); ++round) {
  }
  for (int round = 0; round < 8 && take_errors(); ++round) {
  }
  end.output = std::move(m_output_text);
  end.errors = std::move(m_errors_text);
  return end;
}

}  // namespace

Result<ProcessEnd> run_program(const ProcessRequest& request) {
  if (request.argv.empty()) return fail(ErrorCode::usage, "no program given");
  auto run = Run::start(request);
  if (!run) return std::unexpected(std::move(run).error());
  return run->finish(request);
}

void reap_orphans() {
  const int before = errno;  // ECHILD is what this ends with when there is nobody left
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  errno = before;
}

}  // namespace ringside::agent
