// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/progress.h"

#include <gtest/gtest.h>

namespace ringside::engine {
namespace {

using std::chrono::seconds;

Campaign campaign_of(int blocks) {
  Campaign campaign;
  campaign.arms.resize(2);
  campaign.arms[0].name = "a";
  campaign.arms[1].name = "b";
  campaign.fio = {{"runtime", std::string("2s")}, {"ramp_time", std::string("1s")}};
  campaign.matrix = {{"numjobs", {std::int64_t{1}, std::int64_t{2}}}};
  campaign.design.blocks = blocks;
  return campaign;
}

TEST(Plan, counts_boots_and_measurements) {
  const Plan plan = make_plan(campaign_of(5));
  EXPECT_EQ(plan.boots, 5u);
  EXPECT_EQ(plan.measurements, 20u);
  EXPECT_EQ(plan.cells.size(), 2u);
}

TEST(Plan, the_estimate_adds_what_is_around_fio) {
  const StepCosts costs{seconds(7), seconds(1), seconds(1)};
  EXPECT_EQ(make_plan(campaign_of(1), costs).estimate, seconds(7 + 2 * 1 + 4 * (3 + 1)));
}

TEST(Plan, the_mechanism_pass_is_one_block_more_and_its_attaching) {
  StepCosts costs;
  costs.boot = seconds(7);
  costs.arm_change = seconds(1);
  costs.around_fio = seconds(1);
  costs.around_probes = seconds(2);
  Campaign campaign = campaign_of(2);
  const Nanoseconds plain = make_plan(campaign, costs).estimate;
  campaign.probes = ProbeTier::counters;
  EXPECT_EQ(make_plan(campaign, costs).estimate, plain + plain / 2 + 4 * seconds(2));
  EXPECT_EQ(make_plan(campaign, costs).measurements, make_plan(campaign_of(2), costs).measurements);
}

TEST(Progress, starts_with_the_plans_estimate_and_scales_by_what_it_took) {
  const Campaign campaign = campaign_of(4);
  const TimePoint start{};
  Progress progress(campaign, make_schedule(campaign).blocks, start);
  EXPECT_EQ(progress.total(), 16u);
  EXPECT_EQ(progress.remaining(start), make_plan(campaign).estimate);
  for (int done = 0; done < 4; ++done) progress.done(seconds(3));
  EXPECT_EQ(progress.remaining(start + seconds(40)), seconds(120));
}

TEST(Progress, a_repeated_measurement_adds_to_the_total) {
  const Campaign campaign = campaign_of(1);
  Progress progress(campaign, make_schedule(campaign).blocks, TimePoint{});
  progress.done(seconds(3));
  progress.again(seconds(3));
  EXPECT_EQ(progress.measured(), 1u);
  EXPECT_EQ(progress.total(), 5u);
  EXPECT_EQ(progress.remaining(TimePoint{} + seconds(10)), seconds(40));
}

TEST(Progress, ends_at_zero) {
  const Campaign campaign = campaign_of(1);
  Progress progress(campaign, make_schedule(campaign).blocks, TimePoint{});
  for (int done = 0; done < 4; ++done) progress.done(seconds(3));
  EXPECT_EQ(progress.remaining(TimePoint{} + seconds(10)), Nanoseconds{0});
}

TEST(MedianOf, takes_the_middle) {
  EXPECT_EQ(median_of({}), Nanoseconds{0});
  EXPECT_EQ(median_of({seconds(3), seconds(1), seconds(2)}), seconds(2));
  EXPECT_EQ(median_of({seconds(4), seconds(1), seconds(2), seconds(3)}), Nanoseconds(2'500'000'000));
}

}  // namespace
}  // namespace ringside::engine
