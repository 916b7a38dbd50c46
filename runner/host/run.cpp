// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "host/child.h"
#include "host/stop_event.h"
#include "host/wait.h"

namespace ringside::host {
namespace {

// write() without the SIGPIPE that a program which stops reading would send to the whole runner.
ssize_t write_quietly(int fd, std::string_view bytes) {
  sigset_t broken_pipe;
  sigset_t before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t written = ::write(fd, bytes.data(), bytes.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0) {
    constexpr timespec k_no_wait{0, 0};
    ::sigtimedwait(&broken_pipe, nullptr, &k_no_wait);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// One run: feeds stdin, drains stdout and stderr until the program has ended and both are empty.
class Capture {
 public:
  Capture(Child& child, const RunOptions& options, TimePoint deadline)
      : m_child(child), m_options(options), m_deadline(deadline), m_stop(options.stop) {}

  Result<void> until_end() {
    while (!m_child.poll_exit()) {
      if (m_stop.requested()) return fail(ErrorCode::interrupted, "interrupted");
      if (SteadyClock::now() >= m_deadline) return fail(ErrorCode::timeout, "did not end in time");
      wait();
    }
    // What the program itself wrote is in the pipes now. A grandchild that holds them open is not waited for.
    drain(m_child.output(), m_finished.output, m_options.max_output);
    drain(m_child.errors(), m_finished.errors, m_options.max_errors);
    return {};
  }

  Finished take() { return std::move(m_finished); }

 private:
  void wait() {
    std::array<pollfd, 5> wanted{pollfd{m_child.pidfd(), POLLIN, 0}, pollfd{m_stop.fd(), POLLIN, 0},
                                 pollfd{m_child.output().get(), POLLIN, 0}, pollfd{m_child.errors().get(), POLLIN, 0},
                                 pollfd{m_child.input().get(), POLLOUT, 0}};
    if (::poll(wanted.data(), wanted.size(), poll_timeout(m_deadline)) <= 0) return;
    if (wanted[2].revents != 0) drain(m_child.output(), m_finished.output, m_options.max_output);
    if (wanted[3].revents != 0) drain(m_child.errors(), m_finished.errors, m_options.max_errors);
    if (wanted[4].revents != 0) feed();
  }

  void feed() {
    const std::string_view rest = std::string_view(m_options.input).substr(m_fed);
    const ssize_t written = rest.empty() ? 0 : write_quietly(m_child.input().get(), rest);
    if (written > 0) m_fed += static_cast<std::size_t>(written);
    const bool refused = written < 0 && errno != EAGAIN && errno != EINTR;  // EPIPE: it does not want it
    if (refused || m_fed == m_options.input.size()) m_child.input().reset();
  }

  void drain(Descriptor& from, std::string& to, std::size_t limit) {
    std::array<char, 65536> chunk{};
    while (from.open()) {
      const ssize_t got = ::read(from.get(), chunk.data(), chunk.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) return from.reset();
      const auto room = std::min(limit - to.size(), static_cast<std::size_t>(got));
      to.append(chunk.data(), room);
      if (room < static_cast<std::size_t>(got)) m_finished.cut = true;
      if (SteadyClock::now() >= m_deadline) return;  // a program that never stops writing
    }
  }

  Child& m_child;
  const RunOptions& m_options;
  TimePoint m_deadline;
  StopEvent m_stop;
  std::size_t m_fed = 0;
  Finished m_finished;
};

std::string last_lines(std::string_view text, int lines) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::size_t at = text.size();
  while (lines-- > 0 && at != std::string_view::npos && at > 0) at = text.rfind('\n', at - 1);
  return std::string(at == std::string_view::npos || at == 0 ? text : text.substr(at + 1));
}

}  // namespace

Result<Finished> run(const std::vector<std::string>& argv, const RunOptions& options) {
  const TimePoint start = SteadyClock::now();
  ChildOptions child_options = options.child;
  child_options.with_input = !options.input.empty();
  auto child = Child::start(argv, child_options);
  if (!child) return std::unexpected(std::move(child.error()));
  Capture capture(*child, options, start + options.timeout);
  if (auto done = capture.until_end(); !done) {
    child->kill();
    if (done.error().code == ErrorCode::timeout) {
      return fail(ErrorCode::timeout, fmt::format("{} did not end within {}", argv.front(), to_text(options.timeout)));
    }
    return std::unexpected(std::move(done.error()).within(argv.front()));
  }
  Finished finished = capture.take();
  finished.exit = *child->poll_exit();
  finished.elapsed = SteadyClock::now() - start;
  return finished;
}

Result<std::string> output_of(const std::vector<std::string>& argv, const RunOptions& options) {
  auto finished = run(argv, options);
  if (!finished) return std::unexpected(std::move(finished.error()));
  if (!finished->exit.success()) {
    return fail(ErrorCode::infrastructure, fmt::format("{} failed: {}", argv.front(), finished->exit.text()),
                last_lines(finished->errors, 10));
  }
  if (finished->cut) {
    return fail(ErrorCode::infrastructure, fmt::format("{} wrote more than is kept", argv.front()));
  }
  return std::move(finished->output);
}

}  // namespace ringside::host
