// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a shell command for a test.
#pragma once

#include <filesystem>
#include <string>

namespace ringside::house {

// How a command ended, and what it wrote to stdout and stderr together.
struct Outcome {
  int status = -1;
  std::string output;
};

// Runs `script` with bash; the caller quotes.
Outcome bash(const std::string& script);

bool has_program(const std::string& name);

// `path` as one word of a shell command.
std::string shell_word(const std::filesystem::path& path);

// A folder that lives as long as the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return m_path; }
  std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

 private:
  std::filesystem::path m_path;
};

}  // namespace ringside::house
