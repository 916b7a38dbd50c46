// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ringside::cli {
namespace {

// 0, or the errno that ended the writing.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  return value == nullptr ? std::string_view() : std::string_view(value);
}

report::TextStyle style_of(int descriptor, ColourChoice colour) {
  report::TextStyle style;
  const bool terminal = ::isatty(descriptor) == 1;
  winsize size{};
  if (terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) style.width = size.ws_col;
  const bool wanted = terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
  style.colour = colour == ColourChoice::always || (colour == ColourChoice::automatic && wanted);
  return style;
}

}  // namespace

Console::Console(ColourChoice colour, bool quiet, bool verbose)
    : m_out(style_of(STDOUT_FILENO, colour)),
      m_err(style_of(STDERR_FILENO, colour)),
      m_err_is_terminal(::isatty(STDERR_FILENO) == 1),
      m_quiet(quiet),
      m_verbose(verbose) {}

void Console::out(std::string_view text) {
  if (m_closed || m_errno) return;
  const int error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) {
    m_closed = true;
  } else if (error != 0) {
    m_errno = error;
  }
}

void Console::err(std::string_view text) const {
  (void)write_all(STDERR_FILENO, text);
}

void Console::remark(std::string_view line) const {
  if (!m_quiet) err(fmt::format("{}\n", line));
}

Result<void> Console::check() const {
  if (!m_errno) return {};
  return fail(ErrorCode::infrastructure, fmt::format("cannot write to standard output: {}", std::strerror(*m_errno)),
              "make room where the output goes, or write it elsewhere");
}

void prepare_streams() {
  (void)std::signal(SIGPIPE, SIG_IGN);
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is the one that is missing.
    if (::open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) < 0) return;
  }
}

}  // namespace ringside::cli
