// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace ringside::engine {
namespace {

Campaign campaign_of(std::size_t arms, int blocks, int runs = 1) {
  Campaign campaign;
  for (std::size_t at = 0; at < arms; ++at) {
    Arm arm;
    arm.name = "arm" + std::to_string(at);
    campaign.arms.push_back(arm);
  }
  campaign.matrix = {{"bs", {std::string("512"), std::string("4k")}},
                     {"numjobs", {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}}}};
  campaign.design = {blocks, runs, 7};
  return campaign;
}

TEST(WilliamsSquare, every_arm_stands_equally_often_in_every_place) {
  for (std::size_t n = 1; n <= 7; ++n) {
    const auto rows = williams_square(n);
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> seen;
    for (const auto& row : rows) {
      ASSERT_EQ(std::set<std::size_t>(row.begin(), row.end()).size(), n);
      for (std::size_t place = 0; place < n; ++place) ++seen[{place, row[place]}];
    }
    for (const auto& [where, count] : seen) EXPECT_EQ(count, rows.size() / n) << n << " arms, place " << where.first;
  }
}

TEST(WilliamsSquare, every_arm_follows_every_other_equally_often) {
  for (std::size_t n = 2; n <= 7; ++n) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> follows;
    const auto rows = williams_square(n);
    for (const auto& row : rows) {
      for (std::size_t place = 1; place < n; ++place) ++follows[{row[place - 1], row[place]}];
    }
    EXPECT_EQ(follows.size(), n * (n - 1));
    for (const auto& [pair, count] : follows)
      EXPECT_EQ(count, rows.size() / n) << pair.first << " then " << pair.second;
  }
}

TEST(Schedule, the_same_seed_gives_the_same_order_and_another_seed_another) {
  Campaign campaign = campaign_of(3, 12);
  const auto first = make_schedule(campaign).blocks;
  EXPECT_EQ(first, make_schedule(campaign).blocks);
  campaign.design.seed = 8;
  EXPECT_NE(first, make_schedule(campaign).blocks);
}

TEST(Schedule, every_block_holds_every_cell_once_per_run) {
  for (const auto& block : make_schedule(campaign_of(2, 5, 3)).blocks) {
    std::map<std::pair<std::size_t, int>, int> seen;
    for (const Step& step : block.steps) ++seen[{step.cell, step.run}];
    EXPECT_EQ(seen.size(), 6u * 3u);
    EXPECT_TRUE(std::ranges::all_of(seen, [](const auto& entry) { return entry.second == 1; }));
  }
}

TEST(Schedule, arms_that_differ_in_driver_only_share_a_boot) {
  Campaign campaign = campaign_of(2, 4);
  campaign.arms[1].params = {{"poll_queues", std::int64_t{2}}};
  for (const auto& block : make_schedule(campaign).blocks) {
    ASSERT_EQ(block.boots.size(), 1u);
    EXPECT_EQ(block.boots[0].arms.size(), 2u);
  }
}

TEST(Schedule, arms_that_differ_in_kernel_get_a_boot_each) {
  Campaign campaign = campaign_of(3, 4);
  campaign.arms[1].guest.kernel = "debian-6.1";
  for (const auto& block : make_schedule(campaign).blocks) {
    ASSERT_EQ(block.boots.size(), 2u);
    for (const auto& boot : block.boots) {
      const bool holds_other = std::ranges::find(boot.arms, std::size_t{1}) != boot.arms.end();
      EXPECT_EQ(boot.arms.size(), holds_other ? 1u : 2u);
    }
  }
}

TEST(Schedule, two_arms_lead_in_half_of_the_blocks_each) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Campaign campaign = campaign_of(2, 10);
    campaign.design.seed = seed;
    int first_leads = 0;
    for (const auto& block : make_schedule(campaign).blocks) first_leads += block.boots[0].arms[0] == 0;
    EXPECT_EQ(first_leads, 5) << "seed " << seed;
  }
}

TEST(Turns, arms_take_turns_run_by_run_there_and_back_again) {
  const std::vector<Step> steps{{1, 1}, {0, 1}, {0, 2}, {1, 2}, {1, 3}, {0, 3}};
  const std::vector<Turn> expected{{5, {{1, 1}, {0, 1}}},
                                   {3, {{1, 1}, {0, 1}, {0, 2}, {1, 2}}},
                                   {5, {{0, 2}, {1, 2}, {1, 3}, {0, 3}}},
                                   {3, {{1, 3}, {0, 3}}}};
  EXPECT_EQ(turns_of({{5, 3}}, steps), expected);
}

TEST(Turns, an_arm_alone_in_its_boot_has_one_turn) {
  const std::vector<Step> steps{{0, 1}, {0, 2}};
  EXPECT_EQ(turns_of({{4}}, steps), (std::vector<Turn>{{4, steps}}));
}

TEST(Turns, every_arm_measures_every_step_once) {
  for (const auto& block : make_schedule(campaign_of(3, 4, 4)).blocks) {
    for (const auto& boot : block.boots) {
      std::map<std::size_t, std::vector<Step>> measured;
      for (const Turn& turn : turns_of(boot, block.steps)) {
        measured[turn.arm].insert(measured[turn.arm].end(), turn.steps.begin(), turn.steps.end());
      }
      for (const std::size_t arm : boot.arms) EXPECT_EQ(measured[arm], block.steps);
    }
  }
}

}  // namespace
}  // namespace ringside::engine
