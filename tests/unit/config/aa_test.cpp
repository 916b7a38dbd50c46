// SPDX-License-Identifier: GPL-3.0-or-later
// [aa], and the cells that a design wants.
#include <gmock/gmock.h>

#include "campaign_text.h"
#include "core/cell.h"

namespace ringside::config {
namespace {

using testing::HasSubstr;

Result<Campaign> overridden(const std::vector<std::string>& overrides) {
  return parse(k_sound, "test.toml", overrides);
}

TEST(SameArm, replaces_all_arms_by_copies_of_one) {
  const auto campaign = overridden({"aa.arm=irq", "aa.comparisons=4", "design.blocks=20", "gate.baseline=irq"});
  ASSERT_TRUE(campaign) << campaign.error().text();
  ASSERT_EQ(campaign->arms.size(), 2u);
  EXPECT_EQ(campaign->arms[0].name, "irq");
  EXPECT_EQ(campaign->arms[1].name, "irq-again");
  EXPECT_EQ(campaign->arms[0].specification(), campaign->arms[1].specification());
  ASSERT_TRUE(campaign->same_arm);
  EXPECT_EQ(campaign->same_arm->comparisons, 4);
  const auto again = parse(campaign->toml, "test.toml");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->arms.size(), 2u) << "the stored text makes the same campaign";
}

TEST(SameArm, a_copy_may_be_slower_by_the_backends_latency) {
  const auto campaign = overridden({"aa.arm=irq", "aa.added_ns=[5000, 20000]", "aa.slowdown=10%"});
  ASSERT_TRUE(campaign) << campaign.error().text();
  ASSERT_EQ(campaign->arms.size(), 3u);
  EXPECT_EQ(campaign->arms[1].name, "irq+5000ns");
  EXPECT_EQ(to_text(campaign->arms[2].backend.options), "latency-ns=20000");
  EXPECT_EQ(to_text(campaign->arms[0].backend.options), "");
  EXPECT_NEAR(campaign->same_arm->wished->value, 0.1, 1e-12);
}

TEST(SameArm, what_cannot_be_is_refused_with_the_reason) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> bad{
      {{"aa.arm=nobody"}, "irq"},
      {{"aa.comparisons=3"}, "arm"},
      {{"aa.arm=irq", "aa.comparisons=3", "design.blocks=10"}, "equal length"},
      {{"aa.arm=irq", "aa.added_ns=[-1]"}, "added_ns"},
      {{"aa.arm=irq", "aa.added_ns=[7, 7]"}, "twice"},
      {{"aa.arm=irq", "aa.added_ns=[7]", "backend.driver=file", "backend.path=/tmp/x"}, "null-co"},
      {{"aa.arm=irq", "aa.slowdown=-5%"}, "slowdown"}};
  for (const auto& [overrides, part] : bad) {
    const auto campaign = overridden(overrides);
    ASSERT_FALSE(campaign) << part;
    EXPECT_EQ(campaign.error().code, ErrorCode::configuration);
    EXPECT_THAT(campaign.error().text(), HasSubstr(part));
  }
}

TEST(WantedCells, are_named_by_key_or_glob) {
  const auto all = overridden({"matrix.bs=[\"512\", \"4k\", \"8k\"]"});
  ASSERT_TRUE(all) << all.error().text();
  const std::string key = cells_of(*all).front().key();
  const auto one = overridden({"matrix.bs=[\"512\", \"4k\", \"8k\"]", "design.cells=[\"" + key + "\"]"});
  ASSERT_TRUE(one) << one.error().text();
  ASSERT_EQ(cells_of(*one).size(), cells_of(*all).size() / cells_of(*all).size());
  EXPECT_EQ(cells_of(*one).front().key(), key);
  const auto two = overridden({"matrix.bs=[\"512\", \"4k\", \"8k\"]", "design.cells=[\"*bs=4k*\", \"*bs=8k*\"]"});
  ASSERT_TRUE(two);
  EXPECT_EQ(cells_of(*two).size() * 3, cells_of(*all).size() * 2);
}

TEST(WantedCells, a_pattern_without_a_cell_is_an_error_that_names_one) {
  const auto campaign = overridden({"design.cells=[\"*bs=1m*\"]"});
  ASSERT_FALSE(campaign);
  EXPECT_THAT(campaign.error().text(), testing::AllOf(HasSubstr("*bs=1m*"), HasSubstr("the first cell is")));
}

}  // namespace
}  // namespace ringside::config
