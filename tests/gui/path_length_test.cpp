// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane's counts as table and picture: the figures of analysis::path_lengths.
#include "gui/models/path_length.h"

#include <gtest/gtest.h>

#include "lab.h"

namespace ringside::gui::test {
namespace {

using analysis::test::Lab;
using analysis::test::LabCampaign;

// 1,000 I/Os: 60 instructions of the driver each, 40 of the ring, and a function that the second arm lacks.
PathProfile profile_of(bool second_arm) {
  PathProfile profile{1'000, {}};
  profile.functions.push_back({"virtio_blk_ref", "vbr_queue_rq", 1'000, {{0, second_arm ? 50U : 60U, 1'000}}});
  profile.functions.push_back({"virtio_ring", "virtqueue_add_split", 1'000, {{0, 40, 1'000}}});
  if (!second_arm) profile.functions.push_back({"virtio_ring", "virtqueue_kick_prepare", 500, {{0, 20, 500}}});
  return profile;
}

analysis::PathLengths counted(Lab& lab) {
  const CampaignRow campaign = lab.add({.blocks = 1}, [](const auto&) { return analysis::test::measured(1'000); });
  const auto arms = lab.store().arms(campaign);
  const CellId cell = lab.store().cells(campaign)->front().id;
  const BlockId block = lab.store().blocks(campaign)->front().id;
  for (const store::ArmRecord& arm : *arms) {
    EXPECT_TRUE(lab.store().insert_path_profile({block, arm.id, cell}, profile_of(arm.position == 1)));
  }
  OpenStores stores;
  auto lengths = load_paths(stores, {lab.store().path(), campaign});
  EXPECT_TRUE(lengths) << lengths.error().text();
  return lengths ? *std::move(lengths) : analysis::PathLengths{};
}

std::string cell_text(const report::Table& table, std::size_t row, const std::string& column) {
  for (std::size_t at = 0; at < table.columns.size(); ++at) {
    if (table.columns[at].key == column) return table.rows.at(row).at(at).text;
  }
  return "no such column";
}

TEST(PathLength, the_table_has_each_function_once_with_all_arms_beside_it) {
  Lab lab;
  const analysis::PathLengths lengths = counted(lab);
  ASSERT_EQ(lengths.cells.size(), 1U);
  const report::Table table = path_table(lengths.cells.front());
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(cell_text(table, 0, "function"), "vbr_queue_rq") << "the dearest first";
  EXPECT_EQ(cell_text(table, 0, "base_per_io"), "60.00");
  EXPECT_EQ(cell_text(table, 0, "new_per_io"), "50.00");
  EXPECT_EQ(cell_text(table, 2, "base_calls_per_io"), "0.500");
  EXPECT_EQ(cell_text(table, 2, "new_per_io"), report::unknown_field().text) << "not a zero that was never counted";
}

TEST(PathLength, the_bars_are_the_groups_and_add_up_to_the_arm_s_sum) {
  Lab lab;
  const analysis::PathLengths lengths = counted(lab);
  ASSERT_EQ(lengths.cells.size(), 1U);
  const PlotData plot = path_plot(lengths.cells.front());
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.x.ticks.size(), 2U) << "driver and ring";
  for (std::size_t arm = 0; arm < 2; ++arm) {
    double sum = 0;
    for (const PlotPoint& bar : plot.series[arm].points) sum += bar.y;
    EXPECT_DOUBLE_EQ(sum, lengths.cells[0].sides[arm].runs.front().per_io);
  }
  EXPECT_DOUBLE_EQ(lengths.cells[0].sides[0].runs.front().per_io, 110);
}

TEST(PathLength, of_a_campaign_that_was_not_counted_is_empty) {
  Lab lab;
  const CampaignRow campaign = lab.add({.blocks = 1}, [](const auto&) { return analysis::test::measured(1'000); });
  OpenStores stores;
  const auto lengths = load_paths(stores, {lab.store().path(), campaign});
  ASSERT_TRUE(lengths);
  EXPECT_TRUE(lengths->empty());
}

}  // namespace
}  // namespace ringside::gui::test
