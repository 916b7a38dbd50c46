// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "host/spawner.h"
#include "host/wait.h"

namespace ringside::host {
namespace {

std::vector<std::string> environment_with(const std::map<std::string, std::string>& added) {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (!added.contains(std::string(text.substr(0, text.find('='))))) out.emplace_back(text);
  }
  for (const auto& [name, value] : added) out.push_back(name + "=" + value);
  return out;
}

Exit exit_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return {info.si_status, 0};
  return {-1, info.si_status};
}

}  // namespace

std::string Exit::text() const {
  if (signal != 0) return fmt::format("signal {} ({})", signal, strsignal(signal));
  return fmt::format("exit code {}", code);
}

Child::Child(Child&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)),
      m_pidfd(std::move(other.m_pidfd)),
      m_input(std::move(other.m_input)),
      m_output(std::move(other.m_output)),
      m_errors(std::move(other.m_errors)),
      m_exit(std::move(other.m_exit)) {}

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    if (m_pid > 0) kill();
    m_pid = std::exchange(other.m_pid, -1);
    m_pidfd = std::move(other.m_pidfd);
    m_input = std::move(other.m_input);
    m_output = std::move(other.m_output);
    m_errors = std::move(other.m_errors);
    m_exit = std::move(other.m_exit);
  }
  return *this;
}

Child::~Child() {
  if (m_pid > 0) kill();
}

Result<Child> Child::start(const std::vector<std::string>& argv, const ChildOptions& options) {
  if (argv.empty()) return fail(ErrorCode::usage, "no program to run");
  const auto program = find_program(argv.front());
  if (!program) return fail(ErrorCode::not_found, fmt::format("there is no program {}", argv.front()));

  Result<Pipe> output = host::pipe();
  Result<Pipe> errors = host::pipe();
  Result<Pipe> input = options.with_input ? host::pipe() : Result<Pipe>(Pipe{});
  for (const auto* part : {&output, &errors, &input}) {
    if (!*part) return std::unexpected(part->error());
  }
  const auto pid = spawn({*program, argv, environment_with(options.environment), options.folder, input->reading.get(),
                          output->writing.get(), errors->writing.get(), options.inherited});
  if (!pid) return std::unexpected(pid.error());

  Child child;
  child.m_pid = *pid;
  child.m_pidfd = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
  if (!child.m_pidfd.open()) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot watch a child process: {}", strerror(errno)));
  }
  child.m_output = std::move(output->reading);
  child.m_errors = std::move(errors->reading);
  child.m_input = std::move(input->writing);
  for (const auto* end : {&child.m_output, &child.m_errors, &child.m_input}) {
    if (!end->open()) continue;
    if (auto done = set_non_blocking(*end); !done) return std::unexpected(done.error());
  }
  return child;
}

std::optional<Exit> Child::poll_exit() {
  if (m_exit || m_pid <= 0) return m_exit;
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG) == 0) {
    if (info.si_pid == m_pid) m_exit = exit_of(info);
  } else if (errno == ECHILD) {
    m_exit = Exit{-1, 0};  // somebody else reaped it: gone, and nobody knows how
  }
  return m_exit;
}

std::optional<Exit> Child::wait_until(TimePoint deadline) {
  while (!poll_exit()) {
    pollfd wanted{m_pidfd.get(), POLLIN, 0};
    if (::poll(&wanted, 1, poll_timeout(deadline)) == 0 && SteadyClock::now() >= deadline) break;
  }
  return poll_exit();
}

Exit Child::kill() {
  // The group first, and before reaping: a reaped leader's number might belong to somebody else.
  if (!m_exit) {
    ::kill(-m_pid, SIGKILL);
    ::kill(m_pid, SIGKILL);
  }
  const auto ended = wait_until(TimePoint::max());
  m_input.reset();
  return ended.value_or(Exit{-1, SIGKILL});
}

void Child::send(int signal) const {
  if (!m_exit && m_pid > 0) ::kill(-m_pid, signal);
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const auto runs = [](const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
  };
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    return runs(name) ? std::optional(std::filesystem::path(name)) : std::nullopt;
  }
  const char* variable = std::getenv("PATH");
  // The folders of administration are not in every user's PATH, but dmsetup and the like live there.
  const std::string path = std::string(variable != nullptr ? variable : "/usr/bin:/bin") + ":/usr/sbin:/sbin";
  std::string_view rest = path;
  while (true) {
    const auto colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    if (!folder.empty() && runs(std::filesystem::path(folder) / name)) return std::filesystem::path(folder) / name;
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

std::string shell_quoted(const std::vector<std::string>& argv) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("-_./=:,+@%", c) != nullptr;
  };
  std::string out;
  for (const std::string& argument : argv) {
    if (!out.empty()) out += ' ';
    if (!argument.empty() && std::ranges::all_of(argument, plain)) {
      out += argument;
      continue;
    }
    out += '\'';
    for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += '\'';
  }
  return out;
}

}  // namespace ringside::host
