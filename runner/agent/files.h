// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing the small files of procfs and sysfs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace ringside::agent {

// Closes itself.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : m_fd(fd) {}
  Fd(Fd&& other) noexcept;
  Fd& operator=(Fd&& other) noexcept;
  ~Fd() { reset(); }
  [[nodiscard]] int get() const { return m_fd; }
  [[nodiscard]] bool open() const { return m_fd >= 0; }
  void reset();

 private:
  int m_fd = -1;
};

// "what: No such file or directory", from errno as it stands.
[[nodiscard]] std::unexpected<Error> system_error(std::string_view what);

// The whole file, at most `limit` bytes of it; nothing if it cannot be read. Never waits for content.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path, std::size_t limit = 16u << 20);
// The same without blanks at the ends; empty if it cannot be read.
[[nodiscard]] std::string read_trimmed(const std::string& path);

// One write call, as sysfs wants it. A file that does not exist is made only where `path` is below /tmp or /run.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view content);

// Names in a folder, sorted; empty if it cannot be read.
[[nodiscard]] std::vector<std::string> names_in(const std::string& folder);

// The last part of where a symbolic link points; empty if it is none.
[[nodiscard]] std::string link_target_name(const std::string& path);

[[nodiscard]] bool exists(const std::string& path);

}  // namespace ringside::agent
