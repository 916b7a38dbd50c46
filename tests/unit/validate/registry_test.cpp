// SPDX-License-Identifier: GPL-3.0-or-later
// The list of cases, and that docs/validation.md tells of each of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "validate/cases.h"

namespace ringside::validate {
namespace {

struct Row {
  std::string proves;
  std::string reference;
};

// Rows of the tables of cases: | `family/what` | proves | reference |
std::map<std::string, Row> documented() {
  std::ifstream file(RINGSIDE_SOURCE_DIR "/docs/validation.md");
  const std::regex row(R"(^\| `([a-z0-9-]+/[a-z0-9-]+)` \| (.*) \| (.*) \|$)");
  std::map<std::string, Row> out;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_match(line, match, row)) out[match[1]] = {match[2], match[3]};
  }
  return out;
}

TEST(Registry, names_are_unique_and_of_a_family) {
  const std::regex name("[a-z0-9-]+/[a-z0-9-]+");
  std::set<std::string> seen;
  for (const Case& one : all_cases()) {
    EXPECT_TRUE(std::regex_match(one.name, name)) << one.name;
    EXPECT_TRUE(seen.insert(one.name).second) << one.name << " stands twice";
  }
  EXPECT_FALSE(seen.empty());
}

TEST(Registry, every_case_can_be_run_and_says_what_it_proves_in_one_line) {
  for (const Case& one : all_cases()) {
    EXPECT_NE(one.run, nullptr) << one.name;
    EXPECT_FALSE(one.proves.empty()) << one.name;
    EXPECT_FALSE(one.proves.ends_with('.')) << one.name;
    EXPECT_EQ(one.proves.find_first_of("\n|"), std::string::npos) << one.name;
  }
}

TEST(Registry, there_is_a_smoke_subset) {
  const auto cases = all_cases();
  const auto smoke = std::ranges::count(cases, true, &Case::smoke);
  EXPECT_GT(smoke, 0);
  EXPECT_LT(static_cast<std::size_t>(smoke), cases.size());
}

TEST(Registry, the_page_has_every_case_with_the_same_words_and_no_other) {
  auto rows = documented();
  for (const Case& one : all_cases()) {
    const auto row = rows.find(one.name);
    if (row == rows.end()) {
      ADD_FAILURE() << "docs/validation.md lacks: | `" << one.name << "` | " << one.proves << " | " << one.reference
                    << " |";
      continue;
    }
    EXPECT_EQ(row->second.proves, one.proves) << one.name;
    EXPECT_EQ(row->second.reference, one.reference) << one.name;
    rows.erase(row);
  }
  for (const auto& [name, row] : rows) ADD_FAILURE() << "docs/validation.md tells of " << name << ", which is no case";
}

}  // namespace
}  // namespace ringside::validate
