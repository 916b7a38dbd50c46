// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ringside::validate {
namespace {

const std::vector<Factor> k_factors = {
    {"a", {"0", "1", "2"}}, {"b", {"0", "1"}}, {"c", {"x", "y"}}, {"d", {"x", "y"}}, {"e", {"x", "y", "z"}}};

bool is_met(const std::vector<Row>& rows, const std::string& a, const std::string& x, const std::string& b,
            const std::string& y) {
  return std::ranges::any_of(rows, [&](const Row& row) { return row.at(a) == x && row.at(b) == y; });
}

TEST(Pairwise, every_two_values_meet) {
  const auto rows = pairwise(k_factors);
  for (const Factor& first : k_factors) {
    for (const Factor& second : k_factors) {
      if (first.name == second.name) continue;
      for (const std::string& x : first.values) {
        for (const std::string& y : second.values) {
          EXPECT_TRUE(is_met(rows, first.name, x, second.name, y)) << first.name << x << second.name << y;
        }
      }
    }
  }
}

TEST(Pairwise, rows_are_whole_and_few) {
  const auto rows = pairwise(k_factors);
  for (const Row& row : rows) EXPECT_EQ(row.size(), k_factors.size());
  EXPECT_GE(rows.size(), 9u) << "three values of a and of e cannot all meet in fewer";
  EXPECT_LE(rows.size(), 14u) << "all combinations are 72";
}

TEST(Pairwise, rows_without_sense_never_come_and_others_still_meet) {
  const auto sensible = [](const Row& row) {
    const auto a = row.find("a");
    const auto b = row.find("b");
    return a == row.end() || b == row.end() || a->second != "2" || b->second != "0";
  };
  const auto rows = pairwise(k_factors, sensible);
  for (const Row& row : rows) EXPECT_TRUE(sensible(row)) << to_text(row);
  EXPECT_TRUE(is_met(rows, "a", "2", "e", "z"));
  EXPECT_TRUE(is_met(rows, "b", "0", "e", "z"));
  EXPECT_FALSE(is_met(rows, "a", "2", "b", "0"));
}

TEST(Pairwise, one_factor_has_no_pairs) {
  EXPECT_TRUE(pairwise({{"a", {"0", "1"}}}).empty());
}

}  // namespace
}  // namespace ringside::validate
