// SPDX-License-Identifier: GPL-3.0-or-later
// The source tree as the house's checks see it: what a person wrote, without build folders and hidden ones.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ringside::house {

// A file of the tree. `path` is relative to the root, with forward slashes.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;

  // "driver/main.c" -> "driver"; "runner/vm/qmp.cpp" -> "vm" (folders of runner/ count by themselves);
  // a file at the root -> "".
  std::string folder() const;
  std::string name() const;
  std::string extension() const;
  bool is_under(const std::string& prefix) const;
};

std::filesystem::path root();

// Every text file for which `wanted` is true, in the order of their paths. tests/data is never part of it:
// it holds other programs' output.
std::vector<SourceFile> files_where(const std::function<bool(const std::string& path)>& wanted);

// C and C++ sources and headers.
const std::vector<SourceFile>& code_files();

// The X of each `#include "X"` or `#include <X>`.
std::vector<std::string> includes_of(const SourceFile& file);

// Findings one below the other, for a failure message.
std::string listed(const std::vector<std::string>& findings);

}  // namespace ringside::house
