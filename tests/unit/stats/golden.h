// SPDX-License-Identifier: GPL-3.0-or-later
// The file of right values, and a guard that every one of them is really looked at.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"

namespace ringside::stats::testing {

// The whole file tests/data/golden/stats.json.
const nlohmann::json& golden_file();

// One top-level group of it. Reading a value marks it and everything below it as read.
class GoldenGroup {
 public:
  explicit GoldenGroup(const std::string& name);

  // Paths are JSON pointers inside the group: "/cases/0/p_tost".
  const nlohmann::json& value(const std::string& path);
  double number(const std::string& path) { return value(path).get<double>(); }
  std::size_t count(const std::string& path) { return value(path).get<std::size_t>(); }
  std::vector<double> numbers(const std::string& path) { return value(path).get<std::vector<double>>(); }
  // The number of elements at the path; reads nothing.
  [[nodiscard]] std::size_t size(const std::string& path) const;
  // The member names at the path; reads nothing.
  [[nodiscard]] std::vector<std::string> keys(const std::string& path) const;

  [[nodiscard]] std::vector<std::string> unread() const;

 private:
  const nlohmann::json& m_group;
  std::set<std::string> m_unread;  // pointers of leaves
};

// The groups that GOLDEN_TEST names.
std::set<std::string>& tested_groups();

// Equal to six digits: relative, so that small p values count as much as large rates.
::testing::Matcher<double> six_digits(double expected);

// The value of a result; a failed one fails the test and yields a default.
template <typename T>
T good(const Result<T>& result) {
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().text());
  return result ? *result : T{};
}

}  // namespace ringside::stats::testing

// A test of one group of the file; ends by asking that every value of the group was read.
#define GOLDEN_TEST(group)                                                                                  \
  static void golden_check_##group(ringside::stats::testing::GoldenGroup& golden);                          \
  static const bool k_registered_##group = ringside::stats::testing::tested_groups().insert(#group).second; \
  TEST(Golden, group) {                                                                                     \
    ASSERT_TRUE(k_registered_##group) << "two tests name this group";                                       \
    ringside::stats::testing::GoldenGroup golden(#group);                                                   \
    golden_check_##group(golden);                                                                           \
    EXPECT_THAT(golden.unread(), ::testing::IsEmpty()) << "values that no check has looked at";             \
  }                                                                                                         \
  static void golden_check_##group(ringside::stats::testing::GoldenGroup& golden)
