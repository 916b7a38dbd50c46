// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace ringside::house {
namespace fs = std::filesystem;

std::string shell_word(const fs::path& path) {
  std::string word = "'";
  for (const char letter : path.string()) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

Outcome bash(const std::string& script) {
  // popen's shell is dash; bash gets the script as one quoted word.
  FILE* pipe = popen(("exec bash -c " + shell_word(script) + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no child process can be started");
  Outcome outcome;
  std::array<char, 4096> piece{};
  for (std::size_t got = 0; (got = fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    outcome.output.append(piece.data(), got);
  }
  const int raw = pclose(pipe);
  outcome.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  return outcome;
}

bool has_program(const std::string& name) {
  return bash("command -v " + name).status == 0;
}

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "ringside-house-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder can be made as " + name);
  m_path = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

}  // namespace ringside::house
