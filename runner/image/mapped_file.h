// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace ringside::image {

// A file's bytes without reading it whole: kernels with debug information are large.
class MappedFile {
 public:
  [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return m_bytes; }

 private:
  explicit MappedFile(std::string_view bytes) : m_bytes(bytes) {}
  std::string_view m_bytes;
};

}  // namespace ringside::image
