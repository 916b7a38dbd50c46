// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/digests.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "host/sha256.h"

namespace ringside::image {

Result<std::string> Digests::of(const std::filesystem::path& path) {
  const std::string key = path.string();
  struct stat status{};
  if (::stat(key.c_str(), &status) != 0) {
    return fail(ErrorCode::not_found, fmt::format("cannot read {}: {}", key, std::strerror(errno)));
  }
  Stamp stamp{static_cast<std::uint64_t>(status.st_size),
              std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
              status.st_ino,
              {}};
  Stamp& known = m_stamps[key];
  stamp.sha256 = known.sha256;
  if (stamp != known || stamp.sha256.empty()) {
    auto digest = sha256_of_file(path);
    if (!digest) return digest;
    stamp.sha256 = std::move(*digest);
    known = std::move(stamp);
  }
  return known.sha256;
}

}  // namespace ringside::image
