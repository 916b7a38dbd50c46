// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "host/descriptor.h"

namespace ringside::host {
namespace {

constexpr std::size_t k_limit = 1u << 20;

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::optional<std::string> read_small_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return std::nullopt;
  std::string out;
  std::array<char, 16384> chunk{};
  while (out.size() < k_limit) {
    const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    out.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return out;
}

Result<void> replace_file(const std::filesystem::path& path, std::string_view content) {
  const auto failed = [&](const char* what) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot {} {}: {}", what, path.string(), strerror(errno)));
  };
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    return fail(ErrorCode::infrastructure,
                fmt::format("cannot create {}: {}", path.parent_path().string(), error.message()));
  }
  std::string temporary = path.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.open()) return failed("create a file beside");
  if (!write_all(file.get(), content) || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    errno = reason;
    return failed("write");
  }
  return {};
}

}  // namespace ringside::host
