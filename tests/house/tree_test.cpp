// SPDX-License-Identifier: GPL-3.0-or-later
// What a newcomer may rely on when opening a folder.
#include <gtest/gtest.h>

#include <set>

#include "source_tree.h"

namespace ringside::house {
namespace {

namespace fs = std::filesystem;

// Folders under the root, and under runner/, that hold sources.
std::set<std::string> folders_to_open() {
  std::set<std::string> folders;
  for (const SourceFile& file : files_where([](const std::string&) { return true; })) {
    if (file.path.starts_with(".") || file.path.starts_with("LICENSES/")) continue;
    const fs::path path(file.path);
    auto part = path.begin();
    if (std::next(part) == path.end()) continue;
    folders.insert(part->string());
  }
  for (const SourceFile& file : code_files()) {
    if (file.is_under("runner")) folders.insert("runner/" + file.folder());
  }
  return folders;
}

}  // namespace

TEST(Tree, every_folder_to_open_explains_itself_on_a_page) {
  constexpr std::size_t k_page = 70;  // lines
  std::vector<std::string> wrong;
  for (const std::string& folder : folders_to_open()) {
    const auto readme = files_where([&](const std::string& path) { return path == folder + "/README.md"; });
    if (readme.empty()) {
      wrong.push_back(folder + " has no README.md");
    } else if (readme.front().lines.size() > k_page) {
      wrong.push_back(readme.front().path + " is longer than a page");
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(Tree, indexes_of_the_documentation_name_every_page) {
  std::vector<std::string> missing;
  for (const std::string folder : {"docs", "docs/decisions"}) {
    const auto index = files_where([&](const std::string& path) { return path == folder + "/README.md"; });
    ASSERT_EQ(index.size(), 1U) << folder;
    std::string text;
    for (const std::string& line : index.front().lines) text += line + "\n";
    for (const SourceFile& page : files_where([&](const std::string& path) {
           return fs::path(path).parent_path() == folder && path.ends_with(".md") && !path.ends_with("README.md");
         })) {
      if (text.find("](" + page.name() + ")") == std::string::npos) missing.push_back(page.path);
    }
  }
  EXPECT_TRUE(missing.empty()) << listed(missing);
}

// A path of the machine where something was written is of no use anywhere else.
TEST(Tree, no_file_names_a_path_of_its_writer_s_machine) {
  // Written in pieces, so that this file is no finding itself.
  const std::vector<std::string> homes{std::string("/ro") + "ot/", std::string("/wo") + "rk/",
                                       std::string("/tmp/") + "build-"};
  std::vector<std::string> wrong;
  for (const SourceFile& file : files_where([](const std::string&) { return true; })) {
    for (std::size_t number = 0; number < file.lines.size(); ++number) {
      const std::string& line = file.lines[number];
      for (const std::string& home : homes) {
        // Only where it starts a path: ${dir}/work/ is none.
        const std::size_t at = line.find(home);
        if (at == std::string::npos || (at > 0 && std::string(" \"'`=(<:").find(line[at - 1]) == std::string::npos)) {
          continue;
        }
        wrong.push_back(file.path + ":" + std::to_string(number + 1) + ": " + line);
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

}  // namespace ringside::house
