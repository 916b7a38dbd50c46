// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "agent/kernel_text/split.h"

namespace ringside::agent {

Fd::Fd(Fd&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

Fd& Fd::operator=(Fd&& other) noexcept {
  std::swap(m_fd, other.m_fd);
  return *this;
}

void Fd::reset() {
  if (m_fd >= 0) ::close(m_fd);
  m_fd = -1;
}

std::unexpected<Error> system_error(std::string_view what) {
  return fail(ErrorCode::infrastructure, fmt::format("{}: {}", what, std::strerror(errno)));
}

std::optional<std::string> read_file(const std::string& path, std::size_t limit) {
  // Non-blocking, so that a pipe-like file (trace_pipe, a FIFO) gives what there is instead of halting the agent.
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return std::nullopt;
  std::string out;
  std::string chunk(64u << 10, '\0');
  while (out.size() < limit) {
    const ssize_t got = ::read(file.get(), chunk.data(), std::min(chunk.size(), limit - out.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno != EAGAIN) return std::nullopt;
    if (got <= 0) break;
    out.append(chunk, 0, static_cast<std::size_t>(got));
  }
  return out;
}

std::string read_trimmed(const std::string& path) {
  const auto content = read_file(path);
  return content ? std::string(trimmed(*content)) : std::string();
}

Result<void> write_file(const std::string& path, std::string_view content) {
  const bool may_be_made = path.starts_with("/tmp/") || path.starts_with("/run/");
  const int flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | (may_be_made ? O_CREAT | O_TRUNC : 0);
  const Fd file(::open(path.c_str(), flags, 0644));
  if (!file.open()) return system_error(fmt::format("cannot open {} for writing", path));
  const ssize_t written = ::write(file.get(), content.data(), content.size());
  if (written < 0) return system_error(fmt::format("cannot write \"{}\" to {}", trimmed(content.substr(0, 80)), path));
  if (static_cast<std::size_t>(written) != content.size()) {
    return fail(ErrorCode::infrastructure, fmt::format("{} took only {} of {} bytes", path, written, content.size()));
  }
  return {};
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    out.push_back(at->path().filename().string());
  }
  std::ranges::sort(out);
  return out;
}

std::string link_target_name(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(path, error);
  return error ? std::string() : target.filename().string();
}

bool exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace ringside::agent
