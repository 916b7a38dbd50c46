// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/probe_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace ringside::agent {
namespace {

constexpr const char* k_loader = "/bin/ringside-probe";
constexpr std::size_t k_most_output = 8u << 20;
constexpr std::size_t k_most_errors = 16u << 10;
constexpr std::string_view k_ready = "ready\n";

struct Pipe {
  Fd reading;
  Fd writing;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("no pipe");
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

// Appends one read; closes the pipe at its end. Text beyond `most` is dropped.
void take(Fd& pipe, std::string& text, std::size_t most) {
  std::array<char, 16u << 10> chunk{};
  const ssize_t got = ::read(pipe.get(), chunk.data(), chunk.size());
  if (got == 0 || (got < 0 && errno != EINTR)) pipe.reset();
  if (got > 0 && text.size() < most) text.append(chunk.data(), static_cast<std::size_t>(got));
}

Result<pid_t> spawn(const std::vector<std::string>& arguments, const Pipe& input, const Pipe& output,
                    const Pipe& errors) {
  std::vector<std::string> texts{k_loader};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  std::array<char*, 1> environment{nullptr};

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, input.reading.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output.writing.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors.writing.get(), STDERR_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, k_loader, &actions, &attributes, argv.data(), environment.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return fail(ErrorCode::not_found, "this image has no probe loader");
  if (error != 0) return fail(ErrorCode::infrastructure, fmt::format("{}: {}", k_loader, std::strerror(error)));
  return pid;
}

}  // namespace

Result<ProbeRun> ProbeRun::start(const std::vector<std::string>& arguments, TimePoint deadline) {
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  if (!input || !output || !errors) return fail(ErrorCode::infrastructure, "no pipes for the probe loader");
  const auto pid = spawn(arguments, *input, *output, *errors);
  if (!pid) return std::unexpected(pid.error());
  ProbeRun run;
  run.m_pid = *pid;
  run.m_input = std::move(input->writing);
  run.m_output = std::move(output->reading);
  run.m_errors = std::move(errors->reading);
  output->writing.reset();
  errors->writing.reset();
  const bool in_time = run.read_output(deadline, true);
  if (run.m_text.starts_with(k_ready)) return run;
  if (!in_time) return fail(ErrorCode::infrastructure, "the probe loader was not ready in time");
  return fail(ErrorCode::infrastructure, run.last_words());
}

ProbeRun::ProbeRun(ProbeRun&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)),
      m_input(std::move(other.m_input)),
      m_output(std::move(other.m_output)),
      m_errors(std::move(other.m_errors)),
      m_text(std::move(other.m_text)),
      m_error_text(std::move(other.m_error_text)) {}

ProbeRun::~ProbeRun() {
  end();
}

Result<std::string> ProbeRun::finish(TimePoint deadline) {
  m_input.reset();
  const bool in_time = read_output(deadline, false);
  end();
  if (!in_time) return fail(ErrorCode::infrastructure, "the probe loader did not end in time");
  std::string json = m_text.substr(k_ready.size());
  while (json.ends_with('\n')) json.pop_back();
  if (json.empty()) return fail(ErrorCode::infrastructure, last_words());
  return json;
}

bool ProbeRun::read_output(TimePoint deadline, bool only_one_line) {
  while (m_output.open() && !(only_one_line && m_text.contains('\n'))) {
    const auto left = std::chrono::ceil<Milliseconds>(deadline - SteadyClock::now());
    if (left <= Milliseconds(0)) return false;
    std::array<pollfd, 2> waiting{{{m_output.get(), POLLIN, 0}, {m_errors.get(), POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(left.count())) <= 0) continue;
    if (waiting[0].revents != 0) take(m_output, m_text, k_most_output);
    if (waiting[1].revents != 0) take(m_errors, m_error_text, k_most_errors);
  }
  while (!m_output.open() && m_errors.open()) take(m_errors, m_error_text, k_most_errors);
  return true;
}

std::string ProbeRun::last_words() {
  std::string words = m_error_text.substr(0, m_error_text.find('\n'));
  return words.empty() ? "the probe loader ended without a word" : words;
}

void ProbeRun::end() {
  if (m_pid < 0) return;
  m_input.reset();
  // What has closed its output is on its way out; what has not is told.
  if (m_output.open()) ::kill(-m_pid, SIGKILL);
  while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  m_pid = -1;
}

}  // namespace ringside::agent
