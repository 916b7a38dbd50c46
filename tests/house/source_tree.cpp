// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <fstream>
#include <regex>

namespace ringside::house {
namespace fs = std::filesystem;

namespace {

bool is_left_out(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (!entry.is_directory()) return false;
  if (name.starts_with(".") && name != ".ci") return true;
  if (name == "build" || name.starts_with("build-")) return true;
  return fs::relative(entry.path(), root()) == "tests/data";
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

fs::path root() {
  return RINGSIDE_SOURCE_DIR;
}

std::string SourceFile::folder() const {
  const fs::path relative(path);
  auto part = relative.begin();
  if (*part == "runner" && std::distance(part, relative.end()) > 2) ++part;
  return std::next(part) == relative.end() ? "" : part->string();
}

std::string SourceFile::name() const {
  return fs::path(path).filename().string();
}

std::string SourceFile::extension() const {
  return fs::path(path).extension().string();
}

bool SourceFile::is_under(const std::string& prefix) const {
  return path.starts_with(prefix + "/");
}

std::vector<SourceFile> files_where(const std::function<bool(const std::string& path)>& wanted) {
  std::vector<SourceFile> files;
  for (auto entry = fs::recursive_directory_iterator(root()); entry != fs::recursive_directory_iterator(); ++entry) {
    if (is_left_out(*entry)) {
      entry.disable_recursion_pending();
      continue;
    }
    const std::string path = fs::relative(entry->path(), root()).generic_string();
    if (entry->is_regular_file() && wanted(path)) files.push_back({path, read_lines(entry->path())});
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

const std::vector<SourceFile>& code_files() {
  static const std::vector<SourceFile> k_files = files_where([](const std::string& path) {
    const std::string extension = fs::path(path).extension().string();
    return extension == ".cpp" || extension == ".h" || extension == ".c";
  });
  return k_files;
}

std::vector<std::string> includes_of(const SourceFile& file) {
  static const std::regex k_include(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<std::string> found;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_search(line, match, k_include)) found.push_back(match[1]);
  }
  return found;
}

std::string listed(const std::vector<std::string>& findings) {
  std::string text;
  for (const std::string& finding : findings) text += "\n  " + finding;
  return text;
}

}  // namespace ringside::house
