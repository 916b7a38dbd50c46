// SPDX-License-Identifier: GPL-3.0-or-later
// A large file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/result.h"
#include "host/descriptor.h"

namespace ringside::image {

// Written under another name beside its place and renamed by keep(); removed if that never comes.
class NewFile {
 public:
  // Checks first that `bytes` (and a little more) are free where it goes; makes the folder.
  [[nodiscard]] static Result<NewFile> create(const std::filesystem::path& path, std::uint64_t bytes);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  [[nodiscard]] const host::Descriptor& descriptor() const { return m_file; }
  [[nodiscard]] const std::filesystem::path& part() const { return m_part; }
  [[nodiscard]] Result<void> keep();

 private:
  NewFile() = default;

  std::filesystem::path m_path;
  std::filesystem::path m_part;  // empty once it is kept
  host::Descriptor m_file;
};

// Removes what a killed builder left in a folder. Only the holder of the folder's lock may call it.
void sweep_parts(const std::filesystem::path& folder);

// Appends the first `bytes` of a file to another, without carrying them through user space.
[[nodiscard]] Result<void> append_file(const std::filesystem::path& from, std::uint64_t bytes,
                                       const host::Descriptor& to);

// ErrorCode::infrastructure with what to do if fewer than `bytes` are free for us in the folder (or the nearest
// folder above it that exists).
[[nodiscard]] Result<void> check_space(const std::filesystem::path& folder, std::uint64_t bytes);

}  // namespace ringside::image
