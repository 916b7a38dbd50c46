// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of files, remembered as long as the files stay as they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "core/result.h"

namespace ringside::image {

// A file that was hashed, and what tells cheaply whether it may have changed since.
struct Stamp {
  std::uint64_t size = 0;
  std::int64_t changed_ns = 0;  // of the content (mtime)
  std::uint64_t inode = 0;
  std::string sha256;
  bool operator==(const Stamp&) const = default;
};

using Stamps = std::map<std::string, Stamp>;  // by path

class Digests {
 public:
  explicit Digests(Stamps known) : m_stamps(std::move(known)) {}

  // The file's SHA-256; read anew only if size, time or inode are not what they were.
  [[nodiscard]] Result<std::string> of(const std::filesystem::path& path);
  [[nodiscard]] const Stamps& stamps() const { return m_stamps; }

 private:
  Stamps m_stamps;
};

}  // namespace ringside::image
