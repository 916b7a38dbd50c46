// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t k_spare = 4u << 20;  // for file system metadata and the manifest
constexpr std::string_view k_part_mark = ".part.";

std::unexpected<Error> cannot(std::string_view what) {
  return fail(ErrorCode::infrastructure, fmt::format("{}: {}", what, std::strerror(errno)));
}

}  // namespace

Result<void> check_space(const fs::path& folder, std::uint64_t bytes) {
  fs::path there = folder;
  std::error_code ignored;
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  struct statvfs status{};
  if (::statvfs(there.empty() ? "." : there.c_str(), &status) != 0) return cannot("cannot look at " + there.string());
  const std::uint64_t free = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (free >= bytes) return {};
  return fail(ErrorCode::infrastructure,
              fmt::format("no space for the guest image: {} MiB are needed in {}, {} MiB are free", (bytes >> 20) + 1,
                          folder.string(), free >> 20),
              "free some space, or put the cache elsewhere with XDG_CACHE_HOME");
}

Result<NewFile> NewFile::create(const fs::path& path, std::uint64_t bytes) {
  if (auto room = check_space(path.parent_path(), bytes + k_spare); !room) return std::unexpected(room.error());
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error)
    return fail(ErrorCode::infrastructure, fmt::format("{}: {}", path.parent_path().string(), error.message()));
  NewFile out;
  std::string part = fmt::format("{}{}XXXXXX", path.string(), k_part_mark);
  out.m_file = host::Descriptor(::mkostemp(part.data(), O_CLOEXEC));
  if (!out.m_file.open()) return cannot("cannot make a file beside " + path.string());
  ::fchmod(out.m_file.get(), 0644);
  out.m_path = path;
  out.m_part = part;
  return out;
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_part(std::exchange(other.m_part, {})), m_file(std::move(other.m_file)) {}

NewFile::~NewFile() {
  if (!m_part.empty()) ::unlink(m_part.c_str());
}

Result<void> NewFile::keep() {
  if (::rename(m_part.c_str(), m_path.c_str()) != 0) return cannot("cannot rename to " + m_path.string());
  m_part.clear();
  return {};
}

void sweep_parts(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().filename().string().contains(k_part_mark)) fs::remove(at->path(), ignored);
  }
}

Result<void> append_file(const fs::path& from, std::uint64_t bytes, const host::Descriptor& to) {
  const host::Descriptor in(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.open()) return cannot("cannot read " + from.string());
  std::string chunk;
  while (bytes > 0) {
    ssize_t moved = chunk.empty() ? ::copy_file_range(in.get(), nullptr, to.get(), nullptr, bytes, 0) : -1;
    if (moved < 0) {  // not between these file systems: by hand, from where it stopped
      chunk.resize(1u << 20);
      moved = ::read(in.get(), chunk.data(), std::min<std::uint64_t>(chunk.size(), bytes));
      if (moved > 0 && ::write(to.get(), chunk.data(), static_cast<std::size_t>(moved)) != moved) {
        return cannot("copying " + from.string());
      }
    }
    if (moved < 0) return cannot("copying " + from.string());
    if (moved == 0) return fail(ErrorCode::infrastructure, from.string() + " is shorter than its manifest says");
    bytes -= static_cast<std::uint64_t>(moved);
  }
  return {};
}

}  // namespace ringside::image
