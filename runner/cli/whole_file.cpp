// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

namespace ringside::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> failed(const fs::path& path) {
  return fail(ErrorCode::infrastructure, fmt::format("{} cannot be written: {}", path.string(), std::strerror(errno)));
}

// A signal in the middle would leave a part of the file under its temporary name.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &m_before);
  }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

 private:
  sigset_t m_before{};
};

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_special(const fs::path& path) {
  struct stat found{};
  return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

Result<void> write_through(const fs::path& path, std::string_view text, int flags) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file < 0) return failed(path);
  const bool good = write_all(file, text);
  const int why = errno;
  ::close(file);
  errno = why;
  if (!good) return failed(path);
  return {};
}

// A link stays a link: what it points to is replaced.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  return error ? path : real;
}

}  // namespace

Result<void> check_writable(const fs::path& path) {
  const fs::path target = target_of(fs::absolute(path));
  std::error_code error;
  if (fs::is_directory(target, error)) {
    return fail(ErrorCode::usage, fmt::format("'{}' is a folder, not a file", path.string()));
  }
  if (is_special(target)) return {};
  if (::access(target.parent_path().c_str(), W_OK | X_OK) == 0) return {};
  return fail(ErrorCode::usage, fmt::format("{} cannot be written: {}", path.string(), std::strerror(errno)),
              fmt::format("make the folder {} first", target.parent_path().string()));
}

Result<void> write_whole(const fs::path& path, std::string_view text) {
  const fs::path target = target_of(fs::absolute(path));
  if (is_special(target)) return write_through(target, text, 0);
  const SignalsWait wait;
  std::string name = target.parent_path() / ("." + target.filename().string() + ".XXXXXX");
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return failed(path);
  // mkostemp keeps others out; a report is for everybody who may read the folder's other files.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool written = write_all(file, text) && ::fchmod(file, 0666 & ~mask) == 0 && ::fsync(file) == 0;
  const int why = errno;
  ::close(file);
  errno = why;
  if (written && ::rename(name.c_str(), target.c_str()) == 0) return {};
  auto error = failed(path);
  ::unlink(name.c_str());
  return error;
}

Result<void> append_to(const fs::path& path, std::string_view text) {
  return write_through(path, text, O_APPEND | O_CREAT);
}

}  // namespace ringside::cli
