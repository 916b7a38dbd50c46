// SPDX-License-Identifier: GPL-3.0-or-later
// Right values all the way from stored rows: tests/data/golden/stats.json.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/arm_summary.h"
#include "lab.h"

namespace ringside::analysis::test {
namespace {

using Json = nlohmann::json;

constexpr double k_tolerance = 1e-6;

Json golden(const std::string& group) {
  std::ifstream in(std::string(RINGSIDE_TEST_DATA) + "/golden/stats.json");
  return Json::parse(in).at(group);
}

double percent(double ratio) {
  return 100 * (ratio - 1);
}

TEST(GoldenComparison, paired_ratio_and_interval_come_out_of_the_store) {
  const Json expected = golden("paired_t_log_ratio");
  Lab lab;
  const CampaignRow campaign = lab.add({}, [&](const Place& place) {
    const auto block = static_cast<std::size_t>(place.block - 1);
    return measured(expected.at(place.arm == 0 ? "base_iops" : "new_iops").at(block).get<double>());
  });
  const auto comparison = compare_campaign(lab.store(), campaign);
  ASSERT_TRUE(comparison) << comparison.error().text();
  const MetricComparison& iops = metric_of(*comparison, "iops");
  EXPECT_EQ(iops.pairs, 8U);
  EXPECT_EQ(iops.baseline.blocks, 8U);
  EXPECT_NEAR(percent(iops.ratio->value), expected.at("iops_change_pct").get<double>(), k_tolerance);
  EXPECT_NEAR(percent(iops.ratio->interval->lower), expected.at("iops_change_ci95_pct").at(0).get<double>(),
              k_tolerance);
  EXPECT_NEAR(percent(iops.ratio->interval->upper), expected.at("iops_change_ci95_pct").at(1).get<double>(),
              k_tolerance);
  EXPECT_NEAR(*iops.assessment.theta, expected.at("mean").get<double>(), k_tolerance);
  EXPECT_EQ(iops.verdict, Verdict::regressed);
  EXPECT_EQ(iops.bad_blocks, 0U);
}

TEST(GoldenComparison, welch_across_campaigns_comes_out_of_the_store) {
  const Json expected = golden("welch_log_unpaired");
  Lab lab;
  const auto one_arm = [&](const char* name, const char* values, std::int64_t started) {
    LabCampaign campaign;
    campaign.name = name;
    campaign.arms = {"arm"};
    campaign.blocks = static_cast<int>(expected.at(values).size());
    campaign.started = started;
    return lab.add(campaign, [&](const Place& place) {
      return measured(expected.at(values).at(static_cast<std::size_t>(place.block - 1)).get<double>());
    });
  };
  const auto base = lab.arm(one_arm("old", "base_iops", 1'000), "arm");
  const auto other = lab.arm(one_arm("new", "new_iops", 2'000), "arm");
  const auto comparison = compare(lab.store(), base, std::array{other});
  ASSERT_TRUE(comparison) << comparison.error().text();
  EXPECT_EQ(comparison->candidates.at(0).pairing, Pairing::unpaired);
  const MetricComparison& iops = metric_of(*comparison, "iops");
  EXPECT_NEAR(*iops.p, expected.at("p").get<double>(), k_tolerance);
  EXPECT_NEAR(-std::log(iops.ratio->value), expected.at("diff_log").get<double>(), k_tolerance);
  EXPECT_NEAR(-std::log(iops.ratio->interval->upper), expected.at("ci95_log").at(0).get<double>(), k_tolerance);
  EXPECT_NEAR(-std::log(iops.ratio->interval->lower), expected.at("ci95_log").at(1).get<double>(), k_tolerance);
  EXPECT_EQ(iops.verdict, Verdict::inconclusive) << "advisory, never a verdict";
  EXPECT_EQ(iops.reason, VerdictReason::not_paired);
}

TEST(GoldenComparison, the_geometric_mean_over_cells_comes_out_of_the_store) {
  const Json expected = golden("geomean_block_ci");
  const Json& d = expected.at("cells_x_blocks_d");
  LabCampaign campaign;
  campaign.cells = {"randread", "read", "randwrite"};
  campaign.blocks = 6;
  Lab lab;
  const CampaignRow row = lab.add(campaign, [&](const Place& place) {
    const double theta = d.at(place.cell).at(static_cast<std::size_t>(place.block - 1)).get<double>();
    return measured(place.arm == 0 ? 1e12 : 1e12 * std::exp(-theta));
  });
  const auto comparison = compare_campaign(lab.store(), row);
  ASSERT_TRUE(comparison) << comparison.error().text();
  const GeometricMean& mean = comparison->candidates.at(0).geometric_means.at(0);
  EXPECT_EQ(mean.metric.name(), "iops");
  EXPECT_EQ(mean.cells, 3U);
  EXPECT_EQ(mean.blocks, 6U);
  // The golden value is a slowdown: 1/ratio of IOPS.
  EXPECT_NEAR(percent(1 / mean.ratio.value), expected.at("geomean_slowdown_pct").get<double>(), k_tolerance);
  EXPECT_NEAR(percent(1 / mean.ratio.interval->upper), expected.at("ci95_pct").at(0).get<double>(), k_tolerance);
  EXPECT_NEAR(percent(1 / mean.ratio.interval->lower), expected.at("ci95_pct").at(1).get<double>(), k_tolerance);
}

TEST(GoldenComparison, quantiles_of_a_boot_come_from_the_bins_of_its_runs_added) {
  const Json expected = golden("histogram_merge");
  LabCampaign campaign;
  campaign.blocks = 1;
  campaign.runs = 3;
  Lab lab;
  const CampaignRow row = lab.add(campaign, [&](const Place& place) {
    Measurement measurement = measured(10'000);
    Histogram& latency = measurement.fio->directions.front().latency.emplace();
    for (const auto& [mid, count] :
         expected.at("reps_mid_to_count").at(static_cast<std::size_t>(place.run - 1)).items()) {
      EXPECT_TRUE(latency.add_mid(std::stoull(mid), count.get<std::uint64_t>()));
    }
    return measurement;
  });
  const auto detail = summarise_campaign(lab.store(), row);
  ASSERT_TRUE(detail) << detail.error().text();
  const std::map<std::string, double> quantiles{{"lat_p50", 0.5}, {"lat_p99", 0.99}};
  std::size_t checked = 0;
  for (const MetricSummary& metric : detail->arms.at(0).cells.at(0).metrics) {
    const auto quantile = quantiles.find(metric.metric.name());
    for (const Json& right : expected.at("percentiles")) {
      if (quantile == quantiles.end() || right.at("p") != quantile->second) continue;
      EXPECT_NEAR(*metric.estimate.value, right.at("merged_interpolated").get<double>(), 1e-3);
      ++checked;
    }
    if (metric.metric.name() != "lat_p999") continue;
    EXPECT_TRUE(metric.estimate.unsupported) << "30 samples lie beyond it";
    EXPECT_FALSE(metric.estimate.value);
    EXPECT_EQ(metric.estimate.fewest_samples, expected.at("N").get<std::uint64_t>());
  }
  EXPECT_EQ(checked, quantiles.size());
}

TEST(GoldenComparison, the_mean_latency_of_a_boot_is_weighted_by_count) {
  const Json expected = golden("merge_mean_var");
  LabCampaign campaign;
  campaign.blocks = 1;
  campaign.runs = 2;
  Lab lab;
  const CampaignRow row = lab.add(campaign, [&](const Place& place) {
    const Json& run = expected.at("reps_n_mean_sd").at(static_cast<std::size_t>(place.run - 1));
    return measured(run.at(0).get<double>(), run.at(1).get<double>());
  });
  const auto detail = summarise_campaign(lab.store(), row);
  ASSERT_TRUE(detail) << detail.error().text();
  const MetricSummary& mean = detail->arms.at(0).cells.at(0).metrics.at(1);
  EXPECT_EQ(mean.metric.name(), "lat_mean");
  EXPECT_NEAR(*mean.estimate.value, expected.at("mean").get<double>(), 1e-6);
  // Both runs took one second: 580,000 I/Os in two.
  EXPECT_NEAR(*detail->arms.at(0).cells.at(0).metrics.at(0).estimate.value, 290'000, 1e-6);
}

}  // namespace
}  // namespace ringside::analysis::test
