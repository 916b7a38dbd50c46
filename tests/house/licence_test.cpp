// SPDX-License-Identifier: GPL-3.0-or-later
// Each file says its licence: what goes into the kernel or into QEMU is GPL-2.0-or-later, the rest GPL-3.0-or-later.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>

#include "source_tree.h"

namespace ringside::house {
namespace {

constexpr const char* k_gpl2 = "GPL-2.0-or-later";
constexpr const char* k_gpl3 = "GPL-3.0-or-later";

// Prose, JSON (which has no comments) and the licences themselves carry no line.
bool carries_a_licence_line(const std::string& path) {
  static const std::set<std::string> k_extensions{".cpp", ".h",    ".c",  ".cmake", ".sql", ".toml",
                                                  ".sh",  ".conf", ".in", ".yml",   ".S",   ".js"};
  static const std::set<std::string> k_names{"CMakeLists.txt", "Kbuild", "Makefile", "run", "quickstart"};
  const std::filesystem::path file(path);
  if (k_extensions.contains(file.extension().string()) || k_names.contains(file.filename().string())) return true;
  if (file.has_extension() || path.starts_with("LICENSES/")) return false;
  std::ifstream in(root() / path);
  std::array<char, 2> start{};
  return in.read(start.data(), 2) && start[0] == '#' && start[1] == '!';
}

// Code of these folders is linked into the kernel or into QEMU. Their build rules may have either licence.
std::set<std::string> licences_of(const SourceFile& file) {
  bool is_gpl2 = false;
  for (const char* folder : {"driver", "probes/abi", "probes/bpf", "probes/tcg"}) is_gpl2 |= file.is_under(folder);
  if (!is_gpl2) return {k_gpl3};
  if (file.name() == "CMakeLists.txt" || file.extension() == ".cmake") return {k_gpl2, k_gpl3};
  return {k_gpl2};
}

// The identifier of the first line, or of the second where the first names an interpreter; "" without one.
std::string licence_line(const SourceFile& file) {
  static const std::string k_tag = "SPDX-License-Identifier: ";
  const bool is_script = !file.lines.empty() && file.lines[0].starts_with("#!");
  const std::size_t line = is_script ? 1 : 0;
  if (file.lines.size() <= line) return "";
  const std::size_t at = file.lines[line].find(k_tag);
  if (at == std::string::npos) return "";
  const std::string rest = file.lines[line].substr(at + k_tag.size());
  return rest.substr(0, rest.find_first_of(" \r*"));
}

}  // namespace

TEST(Licence, every_file_says_the_right_one_first) {
  const auto files = files_where(carries_a_licence_line);
  ASSERT_GT(files.size(), 20U);
  std::vector<std::string> wrong;
  for (const SourceFile& file : files) {
    const std::string found = licence_line(file);
    if (!licences_of(file).contains(found)) {
      wrong.push_back(file.path + ": \"" + found + "\" instead of " + *licences_of(file).begin());
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(Licence, both_texts_are_there) {
  for (const char* name : {k_gpl2, k_gpl3}) {
    EXPECT_TRUE(std::filesystem::exists(root() / "LICENSES" / (std::string(name) + ".txt"))) << name;
  }
}

}  // namespace ringside::house
