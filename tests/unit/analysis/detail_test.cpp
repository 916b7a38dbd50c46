// SPDX-License-Identifier: GPL-3.0-or-later
// What the dashboard's cell and history views are made from.
#include <gtest/gtest.h>

#include "analysis/cell_detail.h"
#include "analysis/history.h"
#include "lab.h"

namespace ringside::analysis::test {
namespace {

Measurement with_bins(double iops, const Histogram& latency) {
  Measurement measurement = measured(iops);
  measurement.fio->directions.front().latency = latency;
  DiskTreatment& disk = measurement.disks.emplace_back();
  disk.disk = "vda";
  disk.scheduler = "none";
  disk.completed = 100;
  disk.interrupts = 25;
  return measurement;
}

TEST(LatencyCurve, rises_to_one_and_marks_only_supported_quantiles_as_such) {
  const LatencyCurve curve = latency_curve(bins({{1'000, 9'000}, {50'000, 1'000}}));
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_DOUBLE_EQ(curve.points[0].share, 0.9);
  EXPECT_DOUBLE_EQ(curve.points[1].share, 1);
  EXPECT_EQ(curve.samples, 10'000U);
  ASSERT_EQ(curve.marks.size(), 5U);
  EXPECT_LT(curve.marks[0].ns, 1'100) << "p50";
  EXPECT_GT(curve.marks[2].ns, 45'000) << "p99";
  EXPECT_TRUE(curve.marks[2].supported) << "100 samples beyond p99";
  EXPECT_FALSE(curve.marks[3].supported) << "10 samples beyond p99.9";
}

TEST(LatencyCurve, of_nothing_is_empty) {
  const LatencyCurve curve = latency_curve(Histogram());
  EXPECT_TRUE(curve.points.empty());
  EXPECT_TRUE(curve.marks.empty());
}

TEST(CellDetail, adds_up_the_valid_measurements_that_count) {
  LabCampaign campaign;
  campaign.cells = {"randread", "read"};
  campaign.blocks = 3;
  Lab lab;
  const CampaignRow row = lab.add(campaign, [](const Place& place) {
    Measurement measurement = with_bins(1'000, bins({{place.arm == 0 ? 1'000U : 2'000U, 10}}));
    if (place.arm == 1 && place.block == 2) {
      measurement.status = MeasurementStatus::invalid;
      measurement.reason = "drifting";
    }
    return measurement;
  });
  const auto detail = cell_detail(lab.store(), row, "rw=read");
  ASSERT_TRUE(detail) << detail.error().text();
  ASSERT_EQ(detail->arms.size(), 2U);
  EXPECT_EQ(detail->arms[0].latency.at(0).curve.samples, 30U);
  EXPECT_EQ(detail->arms[1].latency.at(0).curve.samples, 20U) << "the invalid one is left out";
  EXPECT_EQ(detail->arms[0].disks.at(0).interrupts, 75U);
  EXPECT_EQ(detail->measurements.size(), 6U) << "the raw list has all";
  EXPECT_FALSE(cell_detail(lab.store(), row, "rw=nothing"));
}

TEST(History, has_the_last_attempt_of_each_block_by_campaign_and_arm) {
  LabCampaign campaign;
  campaign.blocks = 2;
  campaign.runs = 2;
  Lab lab;
  lab.add(campaign, [](const Place& place) { return measured(1'000 * static_cast<double>(1 + place.arm)); });
  campaign.started = 2'000;
  lab.add(campaign, [](const Place& place) { return measured(3'000 * static_cast<double>(1 + place.arm)); });
  const CellId cell = lab.store().cells(CampaignRow{1})->front().id;

  const auto history = cell_history(lab.store(), cell, Metric{});
  ASSERT_TRUE(history) << history.error().text();
  ASSERT_EQ(history->size(), 4U);
  EXPECT_EQ(history->at(0).identity.arm, "base");
  EXPECT_NEAR(*history->at(0).estimate.value, 1'000, 1e-6);
  EXPECT_EQ(history->at(0).estimate.blocks, 2U);
  EXPECT_EQ(history->at(3).identity.arm, "new");
  EXPECT_NEAR(*history->at(3).estimate.value, 6'000, 1e-6);
  EXPECT_EQ(history->at(3).identity.host_name, "testhost");
}

TEST(History, of_a_quantile_is_refused_with_what_to_do) {
  Lab lab;
  const auto history = cell_history(lab.store(), CellId{1}, Metric{MetricKind::lat_p99, {}});
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().code, ErrorCode::unsupported);
  EXPECT_FALSE(history.error().hint.empty());
}

}  // namespace
}  // namespace ringside::analysis::test
