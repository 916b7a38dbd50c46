// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/spawner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>

#include "host/descriptor.h"

namespace ringside::host {
namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

// What the child needs, in plain pointers: after fork only async-signal-safe calls are allowed.
struct Prepared {
  const char* program;
  char* const* argv;
  char* const* environment;
  const char* folder;  // null: stay
  int input;
  int output;
  int errors;
  const std::vector<int>* inherited;
  int report;  // writing end: errno of what failed
  pid_t parent;
};

[[noreturn]] void give_up(int report) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(report, &error, sizeof error);
  ::_exit(127);
}

// Signals the runner blocks or ignores must not be inherited by QEMU.
void reset_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(const Prepared& child) {
  ::setpgid(0, 0);
  reset_signals();
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) give_up(child.report);
  // The runner may have died before the call above: then nobody would ever send the signal.
  if (::getppid() != child.parent) ::_exit(127);
  // A QEMU that aborts (KVM's trial boot) must not leave a core file as large as the guest's memory.
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (child.folder != nullptr && ::chdir(child.folder) != 0) give_up(child.report);
  if (::dup2(child.input, 0) < 0 || ::dup2(child.output, 1) < 0 || ::dup2(child.errors, 2) < 0) give_up(child.report);
  // The report pipe is close-on-exec: its end without a message says that exec succeeded.
  if (::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) != 0) give_up(child.report);
  for (const int fd : *child.inherited) {
    if (::fcntl(fd, F_SETFD, 0) != 0) give_up(child.report);
  }
  ::execve(child.program, child.argv, child.environment);
  give_up(child.report);
}

// Descriptors 0 to 2 would be overwritten while they are moved into place.
Result<Descriptor> above_standard(int fd) {
  Descriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!copy.open())
    return fail(ErrorCode::infrastructure, fmt::format("cannot copy a descriptor: {}", strerror(errno)));
  return copy;
}

Result<pid_t> fork_and_exec(const SpawnRequest& request) {
  Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  auto input = above_standard(request.input >= 0 ? request.input : null.get());
  auto output = above_standard(request.output >= 0 ? request.output : null.get());
  auto errors = above_standard(request.errors >= 0 ? request.errors : null.get());
  auto report = pipe();
  for (const auto* part : {&input, &output, &errors}) {
    if (!*part) return std::unexpected(part->error());
  }
  if (!report) return std::unexpected(report.error());

  const auto argv = pointers_to(request.argv);
  const auto environment = pointers_to(request.environment);
  const Prepared prepared{request.program.c_str(),
                          argv.data(),
                          environment.data(),
                          request.folder.empty() ? nullptr : request.folder.c_str(),
                          input->get(),
                          output->get(),
                          errors->get(),
                          &request.inherited,
                          report->writing.get(),
                          ::getpid()};
  const pid_t pid = ::fork();
  if (pid < 0) return fail(ErrorCode::infrastructure, fmt::format("cannot fork: {}", strerror(errno)));
  if (pid == 0) become(prepared);
  ::setpgid(pid, pid);  // in both, so that neither has to wait for the other; fails harmlessly after exec
  report->writing.reset();
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(report->reading.get(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got == 0) return pid;
  ::waitpid(pid, nullptr, 0);
  const auto code = error == ENOENT || error == EACCES ? ErrorCode::not_found : ErrorCode::infrastructure;
  return fail(code, fmt::format("cannot run {}: {}", request.program.string(), strerror(error)));
}

class Spawner {
 public:
  // Never destroyed: the thread must live as long as the process, whatever static destructors run.
  static Spawner& instance() {
    static auto* spawner = new Spawner;
    return *spawner;
  }

  Result<pid_t> spawn(const SpawnRequest& request) {
    std::packaged_task<Result<pid_t>()> task([&request] { return fork_and_exec(request); });
    auto done = task.get_future();
    {
      const std::lock_guard lock(m_mutex);
      m_tasks.push(std::move(task));
    }
    m_changed.notify_one();
    return done.get();
  }

 private:
  Spawner() {
    std::thread([this] { work(); }).detach();
  }

  [[noreturn]] void work() {
    // Signals are for the main thread to handle.
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    for (;;) {
      std::unique_lock lock(m_mutex);
      m_changed.wait(lock, [this] { return !m_tasks.empty(); });
      auto task = std::move(m_tasks.front());
      m_tasks.pop();
      lock.unlock();
      task();
    }
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::queue<std::packaged_task<Result<pid_t>()>> m_tasks;
};

}  // namespace

Result<pid_t> spawn(const SpawnRequest& request) {
  return Spawner::instance().spawn(request);
}

}  // namespace ringside::host
