// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows make figures, which do not, and what is said about them.
#include "analysis/comparison.h"

#include <gmock/gmock.h>

#include <cmath>

#include "analysis/arm_summary.h"
#include "lab.h"

namespace ringside::analysis::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A little noise that depends on the place only, so that intervals have a width.
double noise(const Place& place) {
  const auto mixed = (place.arm * 7 + place.cell * 13 + static_cast<std::size_t>(place.block) * 29 +
                      static_cast<std::size_t>(place.run) * 5) %
                     11;
  return 1 + 0.001 * (static_cast<double>(mixed) - 5);
}

// The candidate has 1.5 times the IOPS.
Measurement faster(const Place& place) {
  return measured(noise(place) * (place.arm == 0 ? 10'000 : 15'000));
}

Measurement invalid(Measurement measurement, std::string reason) {
  measurement.status = MeasurementStatus::invalid;
  measurement.reason = std::move(reason);
  return measurement;
}

Comparison compared(Lab& lab, CampaignRow campaign, const CompareOptions& options = {}) {
  auto comparison = compare_campaign(lab.store(), campaign, options);
  if (!comparison) throw std::runtime_error(comparison.error().text());
  return *std::move(comparison);
}

TEST(Comparison, a_clear_gain_is_improved) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, faster));
  const MetricComparison& iops = metric_of(comparison, "iops");
  EXPECT_EQ(iops.verdict, Verdict::improved);
  EXPECT_NEAR(iops.ratio->value, 1.5, 0.01);
  EXPECT_LT(iops.ratio->interval->lower, iops.ratio->value);
  EXPECT_GT(iops.ratio->interval->upper, iops.ratio->value);
  EXPECT_NEAR(iops.companion->value, iops.ratio->value, 0.01);
  EXPECT_NEAR(*iops.baseline.value, 10'000, 50);
  EXPECT_TRUE(iops.detectable);
  EXPECT_TRUE(comparison.warnings.empty());
}

TEST(Comparison, identities_say_who_was_compared) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, faster));
  EXPECT_EQ(comparison.baseline.arm, "base");
  EXPECT_EQ(comparison.candidates.at(0).candidate.arm, "new");
  EXPECT_EQ(comparison.baseline.campaign_name, "lab");
  EXPECT_EQ(comparison.baseline.accelerator, "kvm");
  EXPECT_EQ(comparison.baseline.kernel, "6.12.117");
  EXPECT_EQ(comparison.baseline.host_name, "testhost");
  EXPECT_EQ(comparison.baseline.sha256, "sha of base");
}

TEST(Comparison, more_latency_is_slower_and_its_ratio_above_one) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    return measured(10'000, noise(place) * (place.arm == 0 ? 1e6 : 1.3e6));
  }));
  const MetricComparison& latency = metric_of(comparison, "lat_mean");
  EXPECT_EQ(latency.verdict, Verdict::regressed);
  EXPECT_NEAR(latency.ratio->value, 1.3, 0.01);
  EXPECT_LT(latency.ratio->interval->lower, latency.ratio->interval->upper);
}

// Everything that is printed of a metric, in full precision.
std::vector<std::optional<double>> figures(const Comparison& comparison) {
  std::vector<std::optional<double>> out;
  for (const CandidateComparison& candidate : comparison.candidates) {
    for (const CellComparison& cell : candidate.cells) {
      for (const MetricComparison& metric : cell.metrics) {
        out.insert(out.end(), {metric.baseline.value, metric.candidate.value, metric.baseline.sd_log, metric.p,
                               metric.p_adjusted, metric.detectable});
        if (metric.ratio) out.insert(out.end(), {metric.ratio->value, metric.ratio->interval->lower});
      }
    }
    for (const GeometricMean& mean : candidate.geometric_means) out.emplace_back(mean.ratio.value);
  }
  return out;
}

TEST(Comparison, the_order_of_insertion_changes_no_figure) {
  LabCampaign campaign;
  campaign.cells = {"randread", "read", "randwrite"};
  campaign.runs = 3;
  const auto measure = [](const Place& place) {
    Measurement measurement = measured(noise(place) * 10'000, noise(place) * 1e6);
    measurement.fio->directions.front().latency = bins({{900'000, 9'000}, {1'500'000 + 1'000 * place.cell, 1'000}});
    return measurement;
  };
  Lab forward;
  Lab backward;
  backward.m_reverse_order = true;
  const Comparison one = compared(forward, forward.add(campaign, measure));
  LabCampaign other = campaign;
  static_cast<void>(backward.add({.name = "first", .cells = {"randwrite"}}, measure));  // other row ids
  const Comparison two = compared(backward, backward.add(other, measure));
  EXPECT_EQ(figures(one), figures(two));
}

TEST(Comparison, only_the_last_completed_attempt_is_used) {
  LabCampaign campaign;
  campaign.blocks = 5;
  Lab lab;
  const store::StoredPlan plan = lab.begin(campaign);
  const auto wrong = [](const Place& place) { return measured(place.arm == 0 ? 10'000 : 99'000); };
  for (int number = 1; number <= campaign.blocks; ++number) {
    lab.add_block(campaign, plan, number, 1, store::BlockStatus::complete, wrong);
    lab.add_block(campaign, plan, number, 2, store::BlockStatus::complete, faster);
    lab.add_block(campaign, plan, number, 3, store::BlockStatus::interrupted, wrong);
  }
  const Comparison comparison = compared(lab, plan.campaign);
  EXPECT_NEAR(metric_of(comparison, "iops").ratio->value, 1.5, 0.01);
  EXPECT_EQ(metric_of(comparison, "iops").pairs, 5U);
  const auto detail = summarise_campaign(lab.store(), plan.campaign);
  EXPECT_EQ(detail->blocks.attempts, 15);
  EXPECT_EQ(detail->blocks.complete, 5);
  EXPECT_EQ(detail->blocks.superseded, 20U);
  EXPECT_THAT(comparison.warnings, ElementsAre(HasSubstr("running"))) << "the campaign was never finished";
}

TEST(Comparison, probed_measurements_are_never_used_for_time) {
  LabCampaign campaign;
  campaign.blocks = 5;
  Lab lab;
  const store::StoredPlan plan = lab.begin(campaign);
  for (int number = 1; number <= campaign.blocks; ++number) {
    lab.add_block(campaign, plan, number, 1, store::BlockStatus::complete, faster);
  }
  const auto blocks = lab.store().blocks(plan.campaign).value();
  for (std::size_t arm = 0; arm < 2; ++arm) {
    Measurement probed = measured(1);
    probed.probed = true;
    probed.block = blocks.front().id;
    probed.boot = lab.store().boots(plan.campaign)->front().id;
    probed.arm = plan.arms[arm];
    probed.cell = plan.cells[0];
    ASSERT_TRUE(lab.store().insert_measurement(probed));
  }
  EXPECT_NEAR(metric_of(compared(lab, plan.campaign), "iops").ratio->value, 1.5, 0.01);
  EXPECT_EQ(summarise_campaign(lab.store(), plan.campaign)->blocks.probed, 2U);
}

TEST(Comparison, an_invalid_measurement_is_excluded_listed_and_makes_its_block_bad) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    return place.arm == 1 && place.block == 3 ? invalid(measured(1), "never polled") : faster(place);
  }));
  const MetricComparison& iops = metric_of(comparison, "iops");
  EXPECT_EQ(iops.pairs, 7U);
  EXPECT_EQ(iops.bad_blocks, 1U);
  EXPECT_EQ(iops.baseline.blocks, 8U) << "the other side is valid there";
  EXPECT_EQ(iops.candidate.blocks, 7U);
  EXPECT_EQ(iops.verdict, Verdict::improved) << "one of eight is not too many";
  const auto& excluded = comparison.candidates.at(0).cells.at(0).excluded;
  ASSERT_EQ(excluded.size(), 1U);
  EXPECT_EQ(excluded.front().arm, "new");
  EXPECT_EQ(excluded.front().block, 3);
  EXPECT_EQ(excluded.front().cell, "rw=randread");
  EXPECT_EQ(excluded.front().reason, "never polled");
}

TEST(Comparison, too_many_bad_blocks_decide_nothing) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    return place.arm == 1 && place.block <= 2 ? invalid(measured(1), "x") : faster(place);
  }));
  EXPECT_EQ(metric_of(comparison, "iops").verdict, Verdict::inconclusive);
  EXPECT_EQ(metric_of(comparison, "iops").reason, VerdictReason::bad_blocks);
}

TEST(Comparison, a_side_without_a_valid_measurement_is_invalid) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    return place.arm == 1 ? invalid(measured(1), "never polled") : faster(place);
  }));
  for (const MetricComparison& metric : comparison.candidates.at(0).cells.at(0).metrics) {
    EXPECT_EQ(metric.verdict, Verdict::invalid) << metric.metric.name();
    EXPECT_EQ(metric.reason, VerdictReason::no_valid_measurement);
    EXPECT_FALSE(metric.ratio);
  }
}

TEST(Comparison, blocks_that_failed_every_time_are_bad_and_interrupted_ones_are_not_measured) {
  LabCampaign campaign;
  Lab lab;
  const store::StoredPlan plan = lab.begin(campaign);
  for (int number = 1; number <= 6; ++number) {
    lab.add_block(campaign, plan, number, 1, store::BlockStatus::complete, faster);
  }
  lab.add_block(campaign, plan, 7, 1, store::BlockStatus::failed, faster);
  lab.add_block(campaign, plan, 7, 2, store::BlockStatus::failed, faster);
  lab.add_block(campaign, plan, 8, 1, store::BlockStatus::interrupted, faster);
  const MetricComparison iops = metric_of(compared(lab, plan.campaign), "iops");
  EXPECT_EQ(iops.pairs, 6U);
  EXPECT_EQ(iops.bad_blocks, 1U);
}

TEST(Comparison, too_few_blocks_decide_nothing_but_are_shown) {
  LabCampaign campaign;
  campaign.blocks = 4;
  Lab lab;
  const MetricComparison iops = metric_of(compared(lab, lab.add(campaign, faster)), "iops");
  EXPECT_EQ(iops.verdict, Verdict::inconclusive);
  EXPECT_EQ(iops.reason, VerdictReason::too_few_blocks);
  EXPECT_NEAR(iops.ratio->value, 1.5, 0.01);
}

TEST(Comparison, one_block_has_a_value_and_no_interval) {
  LabCampaign campaign;
  campaign.blocks = 1;
  Lab lab;
  const MetricComparison iops = metric_of(compared(lab, lab.add(campaign, faster)), "iops");
  EXPECT_TRUE(iops.ratio);
  EXPECT_FALSE(iops.ratio->interval);
  EXPECT_TRUE(iops.baseline.value);
  EXPECT_FALSE(iops.baseline.interval);
}

TEST(Comparison, a_campaign_without_any_block_is_invalid_everywhere) {
  Lab lab;
  const store::StoredPlan plan = lab.begin({});
  const Comparison comparison = compared(lab, plan.campaign);
  EXPECT_EQ(metric_of(comparison, "iops").verdict, Verdict::invalid);
  EXPECT_TRUE(comparison.candidates.at(0).geometric_means.empty());
}

TEST(Comparison, mixed_cells_have_metrics_for_each_direction) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    Measurement measurement = faster(place);
    DirectionResult writes = measurement.fio->directions.front();
    writes.direction = Direction::write;
    writes.ios = 3'000;
    measurement.fio->directions.push_back(writes);
    return measurement;
  }));
  EXPECT_NEAR(metric_of(comparison, "read.iops").ratio->value, 1.5, 0.01);
  EXPECT_NEAR(metric_of(comparison, "write.iops").ratio->value, 1, 1e-9);
  EXPECT_THROW(static_cast<void>(metric_of(comparison, "iops")), std::runtime_error);
}

TEST(Comparison, a_quantile_with_too_few_samples_is_unsupported_and_no_part_of_the_family) {
  LabCampaign campaign;
  campaign.cells = {"randread", "read"};
  Lab lab;
  const Comparison comparison = compared(lab, lab.add(campaign, [](const Place& place) {
    Measurement measurement = faster(place);
    // The second cell has 5,000 samples in one block: 50 beyond p99.
    const bool few = place.cell == 1 && place.block == 4;
    const auto latency = static_cast<std::uint64_t>(noise(place) * 1e6);
    measurement.fio->directions.front().latency = bins({{latency, few ? 5'000U : 20'000U}});
    return measurement;
  }));
  const MetricComparison& supported = metric_of(comparison, "lat_p99", 0);
  EXPECT_FALSE(supported.unsupported);
  ASSERT_TRUE(supported.p);
  EXPECT_EQ(supported.p_adjusted, supported.p) << "a family of one";
  const MetricComparison& unsupported = metric_of(comparison, "lat_p99", 1);
  EXPECT_TRUE(unsupported.unsupported);
  EXPECT_FALSE(unsupported.ratio);
  EXPECT_EQ(unsupported.baseline.fewest_samples, 5'000U);
  EXPECT_FALSE(metric_of(comparison, "lat_p50", 1).unsupported);
  EXPECT_TRUE(metric_of(comparison, "lat_p999", 0).unsupported) << "20 beyond it";
}

TEST(Comparison, p_is_adjusted_over_the_cells_of_a_metric) {
  LabCampaign campaign;
  campaign.cells = {"randread", "read", "write"};
  Lab lab;
  const Comparison comparison = compared(lab, lab.add(campaign, [](const Place& place) {
    // 4 %, 3 %, 2 % slower, with noise.
    const double slower = place.arm == 0 ? 1 : 0.96 + 0.01 * static_cast<double>(place.cell);
    return measured(10'000 * slower * noise(place));
  }));
  std::vector<std::pair<double, double>> p;
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const MetricComparison& iops = metric_of(comparison, "iops", cell);
    p.emplace_back(*iops.p, *iops.p_adjusted);
  }
  std::ranges::sort(p);
  EXPECT_NEAR(p[0].second, 3 * p[0].first, 1e-12) << "Holm: the smallest times the number of cells";
  EXPECT_GE(p[1].second, 2 * p[1].first);
  EXPECT_GE(p[2].second, p[2].first);
}

TEST(Comparison, only_the_wished_metrics_are_made) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, faster), {.metrics = {"iops"}});
  EXPECT_EQ(comparison.candidates.at(0).cells.at(0).metrics.size(), 1U);
  const auto refused = compare_campaign(lab.store(), CampaignRow{1}, {.metrics = {"iopses"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::usage);
}

TEST(Comparison, margins_come_from_the_campaign) {
  LabCampaign campaign;
  campaign.margins = {{"*", "iops", Fraction{0.07}}};
  Lab lab;
  const CampaignRow row = lab.add(campaign, faster);
  EXPECT_EQ(metric_of(compared(lab, row), "iops").margin, Fraction{0.07});
  EXPECT_EQ(metric_of(compared(lab, row, {.margin = {{"iops", Fraction{0.09}}}}), "iops").margin, Fraction{0.09});
}

TEST(Comparison, treatments_are_summed_up_by_the_worst_check) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    Measurement measurement = faster(place);
    if (place.arm == 0) return measurement;
    measurement.checks = {{"polled", CheckOutcome::passed, "0 interrupts"}, {"split", CheckOutcome::passed, "2/0/2"}};
    if (place.block == 1) measurement.checks[1].outcome = CheckOutcome::unknown;
    if (place.block != 2) return measurement;
    measurement.checks[0] = {"polled", CheckOutcome::failed, "4000 interrupts"};
    return invalid(measurement, "polled");
  }));
  const CellComparison& cell = comparison.candidates.at(0).cells.at(0);
  EXPECT_FALSE(cell.baseline_treatment.overall());
  EXPECT_EQ(cell.candidate_treatment.passed, 6U);
  EXPECT_EQ(cell.candidate_treatment.unknown, 1U);
  EXPECT_EQ(cell.candidate_treatment.failed, 1U);
  EXPECT_EQ(cell.candidate_treatment.overall(), CheckOutcome::failed);
  EXPECT_THAT(cell.candidate_treatment.failures, ElementsAre("polled: 4000 interrupts"));
}

TEST(Comparison, an_outlier_is_flagged_shown_without_and_never_dropped) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    return place.block == 5 && place.arm == 0 ? measured(2'000) : faster(place);
  }));
  const Estimate& baseline = metric_of(comparison, "iops").baseline;
  EXPECT_EQ(baseline.outliers, 1U);
  EXPECT_EQ(baseline.blocks, 8U);
  EXPECT_LT(*baseline.value, 9'000);
  EXPECT_NEAR(*baseline.value_without_outliers, 10'000, 50);
}

TEST(Comparison, bins_of_completion_latency_are_told) {
  Lab lab;
  const Comparison comparison = compared(lab, lab.add({}, [](const Place& place) {
    Measurement measurement = faster(place);
    measurement.fio->directions.front().latency = bins({{1'000'000, 10'000}});
    measurement.fio->directions.front().latency_is_completion = true;
    return measurement;
  }));
  EXPECT_THAT(comparison.warnings, ElementsAre(HasSubstr("completion latency")));
}

TEST(Comparison, a_campaign_of_one_arm_or_an_arm_against_itself_is_refused) {
  LabCampaign campaign;
  campaign.arms = {"only"};
  Lab lab;
  const CampaignRow row = lab.add(campaign, faster);
  EXPECT_EQ(compare_campaign(lab.store(), row).error().code, ErrorCode::usage);
  const auto arm = lab.arm(row, "only");
  EXPECT_EQ(compare(lab.store(), arm, std::array{arm}).error().code, ErrorCode::usage);
}

TEST(Comparison, several_candidates_have_a_comparison_each) {
  LabCampaign campaign;
  campaign.arms = {"base", "a", "b"};
  Lab lab;
  const Comparison comparison = compared(lab, lab.add(campaign, [](const Place& place) {
    return measured(noise(place) * (10'000 + 2'000 * static_cast<double>(place.arm)));
  }));
  ASSERT_EQ(comparison.candidates.size(), 2U);
  EXPECT_NEAR(comparison.candidates[0].cells[0].metrics[0].ratio->value, 1.2, 0.01);
  EXPECT_NEAR(comparison.candidates[1].cells[0].metrics[0].ratio->value, 1.4, 0.01);
}

// --- what must not be compared ---------------------------------------------------------------------------

class Comparability : public testing::Test {
 protected:
  // Two campaigns of one arm each, the second changed.
  Result<Comparison> across(const std::function<void(LabCampaign&)>& change, bool force) {
    LabCampaign first;
    first.name = "old";
    first.arms = {"arm"};
    LabCampaign second = first;
    second.name = "new";
    second.started = 2'000;
    change(second);
    const auto base = m_lab.arm(m_lab.add(first, faster), "arm");
    const auto other = m_lab.arm(m_lab.add(second, faster), "arm");
    return compare(m_lab.store(), base, std::array{other}, {.force = force});
  }

  void expect_refused(const std::function<void(LabCampaign&)>& change, const std::string& what) {
    const auto refused = across(change, false);
    ASSERT_FALSE(refused) << what;
    EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
    EXPECT_THAT(refused.error().message, HasSubstr(what));
    EXPECT_THAT(refused.error().hint, HasSubstr("--force"));
    const auto forced = across(change, true);
    ASSERT_TRUE(forced) << forced.error().text();
    EXPECT_THAT(forced->warnings, testing::Contains(HasSubstr(what)));
  }

  Lab m_lab;
};

TEST_F(Comparability, alike_campaigns_are_compared) {
  EXPECT_TRUE(across([](LabCampaign&) {}, false));
}

TEST_F(Comparability, another_accelerator_is_refused) {
  expect_refused([](LabCampaign& second) { second.accelerators = {"tcg,thread=multi"}; },
                 "accelerator differs: old:arm has kvm, new:arm has tcg,thread=multi");
}

TEST_F(Comparability, another_host_is_refused) {
  expect_refused([](LabCampaign& second) { second.host = "machine-2"; }, "testhost (machine-2)");
}

TEST_F(Comparability, other_fio_options_are_refused) {
  expect_refused([](LabCampaign& second) { second.fio = {{"ioengine", std::string("psync")}}; }, "ioengine=psync");
}

TEST_F(Comparability, other_cells_are_refused_and_the_common_ones_are_what_is_forced) {
  const auto add_cell = [](LabCampaign& second) { second.cells = {"randwrite", "randread"}; };
  expect_refused(add_cell, "only new:arm has 'rw=randwrite'");
  EXPECT_EQ(across(add_cell, true)->candidates.at(0).cells.size(), 1U);
}

TEST_F(Comparability, nothing_in_common_cannot_be_forced) {
  const auto forced = across([](LabCampaign& second) { second.cells = {"randwrite"}; }, true);
  ASSERT_FALSE(forced);
  EXPECT_EQ(forced.error().code, ErrorCode::invalid_result);
}

TEST_F(Comparability, arms_of_one_campaign_on_two_accelerators_are_refused) {
  LabCampaign campaign;
  campaign.accelerators = {"tcg,thread=single", "tcg,thread=multi"};
  const CampaignRow row = m_lab.add(campaign, faster);
  EXPECT_EQ(compare_campaign(m_lab.store(), row).error().code, ErrorCode::unsupported);
  EXPECT_TRUE(compare_campaign(m_lab.store(), row, {.force = true}));
}

}  // namespace
}  // namespace ringside::analysis::test
