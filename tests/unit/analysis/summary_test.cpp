// SPDX-License-Identifier: GPL-3.0-or-later
// What `ringside show` is made from.
#include <gtest/gtest.h>

#include "analysis/arm_summary.h"
#include "lab.h"

namespace ringside::analysis::test {
namespace {

TEST(Summary, each_arm_and_cell_has_its_estimates_and_counts) {
  LabCampaign campaign;
  campaign.cells = {"randread", "read"};
  campaign.blocks = 6;
  Lab lab;
  const CampaignRow row = lab.add(campaign, [](const Place& place) {
    Measurement measurement = measured(1'000 * static_cast<double>(1 + place.arm + 10 * place.cell));
    if (place.arm == 1 && place.block == 2) {
      measurement.status = MeasurementStatus::invalid;
      measurement.reason = "drifting";
    }
    return measurement;
  });
  const auto detail = summarise_campaign(lab.store(), row);
  ASSERT_TRUE(detail) << detail.error().text();
  EXPECT_EQ(detail->campaign.name, "lab");
  EXPECT_EQ(detail->host.name, "testhost");
  EXPECT_EQ(detail->blocks.planned, 6);
  EXPECT_EQ(detail->blocks.complete, 6);
  EXPECT_EQ(detail->blocks.failed, 0);
  ASSERT_EQ(detail->arms.size(), 2U);
  const CellSummary& cell = detail->arms[1].cells.at(1);
  EXPECT_EQ(cell.key, "rw=read");
  EXPECT_EQ(cell.valid, 5U);
  EXPECT_EQ(cell.invalid, 1U);
  EXPECT_EQ(cell.excluded.at(0).reason, "drifting");
  EXPECT_NEAR(*cell.metrics.at(0).estimate.value, 12'000, 1e-6);
  EXPECT_EQ(cell.metrics.at(0).estimate.blocks, 5U);
  EXPECT_EQ(cell.metrics.at(0).estimate.per_block.at(1).block, 3) << "block 2 is the invalid one";
}

TEST(Summary, a_cell_that_was_never_measured_is_listed_empty) {
  Lab lab;
  const store::StoredPlan plan = lab.begin({});
  const auto detail = summarise_campaign(lab.store(), plan.campaign);
  ASSERT_TRUE(detail);
  ASSERT_EQ(detail->arms.size(), 2U);
  ASSERT_EQ(detail->arms[0].cells.size(), 1U);
  EXPECT_TRUE(detail->arms[0].cells[0].metrics.empty());
  EXPECT_EQ(detail->arms[0].identity.accelerator, "kvm") << "as the campaign decided it";
}

}  // namespace
}  // namespace ringside::analysis::test
