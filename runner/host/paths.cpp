// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/paths.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "host/process_stat.h"

namespace ringside::host {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> from_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value);
}

fs::path xdg_dir(const char* name, const char* below_home) {
  // The XDG specification ignores relative values.
  if (const auto given = from_environment(name); given && given->is_absolute()) return *given / "ringside";
  return from_environment("HOME").value_or("/root") / below_home / "ringside";
}

fs::path runtime_parent() {
  for (const char* name : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
    std::error_code error;
    if (const auto given = from_environment(name); given && fs::is_directory(*given, error)) return *given;
  }
  return "/tmp";
}

constexpr std::string_view k_prefix = "ringside-run-";

// "ringside-run-1234-567890-Ab3xYz" of a process that is gone.
bool left_by_the_dead(const std::string& name) {
  int pid = 0;
  unsigned long long started = 0;
  if (!name.starts_with(k_prefix) || std::sscanf(name.c_str() + k_prefix.size(), "%d-%llu-", &pid, &started) != 2) {
    return false;
  }
  const auto living = process_start_time(pid);
  return !living || *living != started;
}

}  // namespace

fs::path share_dir() {
  if (const auto given = from_environment("RINGSIDE_SHARE")) return *given;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "ringside";
}

fs::path cache_dir() {
  return xdg_dir("XDG_CACHE_HOME", ".cache");
}
fs::path data_dir() {
  return xdg_dir("XDG_DATA_HOME", ".local/share");
}

Result<RuntimeFolder> RuntimeFolder::create() {
  const auto started = process_start_time(::getpid()).value_or(0);
  std::string path = (runtime_parent() / fmt::format("{}{}-{}-XXXXXX", k_prefix, ::getpid(), started)).string();
  if (::mkdtemp(path.data()) == nullptr) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot create the folder {}: {}", path, strerror(errno)));
  }
  return RuntimeFolder(path);
}

RuntimeFolder::RuntimeFolder(RuntimeFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

RuntimeFolder& RuntimeFolder::operator=(RuntimeFolder&& other) noexcept {
  std::swap(m_path, other.m_path);
  return *this;
}

RuntimeFolder::~RuntimeFolder() {
  std::error_code ignored;
  if (!m_path.empty()) fs::remove_all(m_path, ignored);
}

int sweep_runtime_folders() {
  int removed = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(runtime_parent(), error)) {
    struct stat status{};
    if (!left_by_the_dead(entry.path().filename().string())) continue;
    if (::lstat(entry.path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
      continue;
    std::error_code ignored;
    if (fs::remove_all(entry.path(), ignored) > 0) ++removed;
  }
  return removed;
}

}  // namespace ringside::host
