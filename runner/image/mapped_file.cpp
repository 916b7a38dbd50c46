// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "host/descriptor.h"

namespace ringside::image {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const auto cannot = [&] {
    return fail(ErrorCode::not_found, fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  };
  const host::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!file.open() || ::fstat(file.get(), &status) != 0) return cannot();
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    return fail(ErrorCode::configuration, fmt::format("{} is empty or not a file", path.string()));
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (start == MAP_FAILED) return cannot();
  return MappedFile({static_cast<const char*>(start), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}

MappedFile::~MappedFile() {
  if (!m_bytes.empty()) ::munmap(const_cast<char*>(m_bytes.data()), m_bytes.size());
}

}  // namespace ringside::image
