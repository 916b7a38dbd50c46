// SPDX-License-Identifier: GPL-3.0-or-later
// Writing "newc" cpio archives, as the kernel unpacks them for its first file system.
// The format: Documentation/driver-api/early-userspace/buffer-format.rst.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"
#include "host/descriptor.h"

namespace ringside::image {

// One archive, written from its first to its last member to a file. The same members in the same order give the same
// bytes: times are 0, the owner is root, inodes are counted. An archive may follow another one in a file: the kernel
// unpacks them one after the other, later members replacing earlier ones.
// The first error sticks: members may be added without looking, finish() tells.
class CpioWriter {
 public:
  // `file` stays the caller's; writing starts at its position.
  explicit CpioWriter(const host::Descriptor& file) : m_file(file) {}

  // Paths in the archive are absolute ("/bin/fio"); folders must come before what they hold.
  void folder(std::string_view path, unsigned permissions = 0755);
  void file(std::string_view path, std::string_view content, unsigned permissions = 0644);
  void file_from(std::string_view path, const std::filesystem::path& source, unsigned permissions = 0644);
  void link(std::string_view path, std::string_view target);
  void character_device(std::string_view path, unsigned major, unsigned minor, unsigned permissions = 0600);

  // The end mark and padding to 512 bytes. Gives the archive's bytes.
  [[nodiscard]] Result<std::uint64_t> finish();

 private:
  struct Member {
    unsigned mode = 0;
    std::uint64_t size = 0;
    unsigned links = 1;
    unsigned device_major = 0;
    unsigned device_minor = 0;
  };
  void header(std::string_view path, const Member& member);
  void write(std::string_view bytes);
  void pad(std::uint64_t to);

  const host::Descriptor& m_file;
  std::uint64_t m_written = 0;
  unsigned m_inode = 0;
  Result<void> m_outcome;
};

}  // namespace ringside::image
