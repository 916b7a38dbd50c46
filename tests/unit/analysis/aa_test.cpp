// SPDX-License-Identifier: GPL-3.0-or-later
// A/A campaigns, the refusal that follows from them, and the scatter of a host.
#include "analysis/aa.h"

#include <gmock/gmock.h>

#include <cmath>

#include "analysis/host_noise.h"
#include "lab.h"

namespace ringside::analysis::test {
namespace {

using testing::HasSubstr;

constexpr int k_comparisons = 4;

// Small scatter, the same in every comparison; in the blocks of `slow` (counted from 0) the copy is 20 % slower.
Lab::Measure with_slow(int slow) {
  return [slow](const Place& place) {
    const double scatter = 0.002 * ((place.block * 7 + static_cast<int>(place.arm) * 3) % 5 - 2);
    const bool is_slow = place.arm == 1 && (place.block - 1) / 5 == slow;
    return measured(10'000 * std::exp(scatter) * (is_slow ? 0.8 : 1));
  };
}

LabCampaign twenty_blocks() {
  LabCampaign campaign;
  campaign.arms = {"arm", "arm-again"};
  campaign.blocks = 5 * k_comparisons;
  return campaign;
}

TEST(Aa, comparisons_have_blocks_of_their_own) {
  Lab lab;
  const auto result = judge_aa(lab.store(), lab.add(twenty_blocks(), with_slow(2)), k_comparisons, Metric{});
  ASSERT_TRUE(result) << result.error().text();
  ASSERT_EQ(result->comparisons.size(), 4u);
  EXPECT_EQ(result->comparisons[2].first_block, 11);
  EXPECT_EQ(result->comparisons[2].last_block, 15);
  EXPECT_TRUE(result->comparisons[2].flagged());
  EXPECT_EQ(result->flagged, 1u);
  EXPECT_EQ(result->counted, 4u);
  EXPECT_DOUBLE_EQ(result->rate.rate, 0.25);
  EXPECT_FALSE(result->rate.enough_comparisons);
  EXPECT_FALSE(result->rate.too_high) << "one of four says nothing";
  EXPECT_LT(*result->sd, 0.02) << "what lies between comparisons is no scatter of a block";
  EXPECT_GT(*result->detectable, 0.01);
}

TEST(Aa, the_achieved_slowdown_of_a_control_is_reported) {
  Lab lab;
  const auto slow = [](const Place& place) {
    return measured(10'000 * (1 + 0.001 * (place.block % 3)) * (place.arm == 1 ? 1 / 1.4 : 1));
  };
  const auto result = judge_aa(lab.store(), lab.add(twenty_blocks(), slow), k_comparisons, Metric{});
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->flagged, 4u);
  EXPECT_NEAR(*result->achieved_slowdown, 0.4, 1e-4) << "I/Os are whole numbers";
}

TEST(Aa, a_comparison_without_blocks_enough_is_not_counted) {
  Lab lab;
  LabCampaign campaign = twenty_blocks();
  const auto plan = lab.begin(campaign);
  for (int block = 1; block <= 12; ++block) {
    lab.add_block(campaign, plan, block, 1, store::BlockStatus::complete, with_slow(-1));
  }
  const auto result = judge_aa(lab.store(), plan.campaign, k_comparisons, Metric{});
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->counted, 2u);
  EXPECT_EQ(result->flagged, 0u);
}

store::AaRecord record(std::int64_t flagged, std::string accelerator = "kvm") {
  store::AaRecord result;
  result.metric = "iops";
  result.comparisons = 40;
  result.flagged = flagged;
  result.accelerator = std::move(accelerator);
  return result;
}

TEST(AaRefusal, follows_the_lower_bound_of_the_latest) {
  EXPECT_FALSE(aa_refusal({}, "kvm"));
  EXPECT_FALSE(aa_refusal({record(5)}, "kvm")) << "5 of 40: the lower bound is 4.2 %";
  const auto refusal = aa_refusal({record(6)}, "kvm");
  ASSERT_TRUE(refusal);
  EXPECT_THAT(*refusal, HasSubstr("6 of 40"));
  EXPECT_FALSE(aa_refusal({record(2), record(20)}, "kvm")) << "the latest one passed";
  EXPECT_TRUE(aa_refusal({record(20), record(2)}, "kvm"));
}

TEST(AaRefusal, holds_for_the_accelerator_it_was_measured_under) {
  EXPECT_FALSE(aa_refusal({record(20, "tcg,thread=single")}, "kvm"));
  EXPECT_TRUE(aa_refusal({record(20, "tcg,thread=single")}, ""));
  EXPECT_FALSE(aa_refusal({record(20, "tcg,thread=single"), record(1)}, "")) << "one of them passes";
  store::AaRecord control = record(40);
  control.injected = Fraction{0.4};
  EXPECT_FALSE(aa_refusal({control}, "kvm")) << "a control shall be found";
}

NoiseQuestion question(const std::string& cell) {
  NoiseQuestion asked;
  asked.host_identity = "machine-1";
  asked.accelerator = "kvm";
  asked.cells = {cell};
  return asked;
}

// Two runs of a block differ by a fixed pattern whose paired scatter is known.
Measurement scattered(const Place& place) {
  return measured(10'000 * std::exp(place.arm == 1 && place.block % 2 == 0 ? 0.1 : 0.0));
}

TEST(HostNoise, comes_from_the_same_cell_where_there_is_one) {
  Lab lab;
  LabCampaign campaign;
  campaign.cells = {"randread", "randwrite"};
  (void)lab.add(campaign, scattered);
  const auto noise = host_noise(lab.store(), question("rw=randread"));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ((*noise)[0].source, NoiseSource::cell);
  EXPECT_NEAR((*noise)[0].sd, 0.1 * std::sqrt(0.25 * 8 / 7), 1e-4);
  EXPECT_EQ((*noise)[0].campaigns, 1u);
  const auto other = host_noise(lab.store(), question("rw=trim"));
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)[0].source, NoiseSource::host);
}

TEST(HostNoise, of_another_host_or_accelerator_does_not_count) {
  Lab lab;
  (void)lab.add({}, scattered);
  NoiseQuestion asked = question("rw=randread");
  asked.accelerator = "tcg,thread=single";
  const auto noise = host_noise(lab.store(), asked);
  ASSERT_TRUE(noise);
  EXPECT_EQ((*noise)[0].source, NoiseSource::assumed);
  EXPECT_DOUBLE_EQ((*noise)[0].sd, 0.10);
  asked = question("rw=randread");
  asked.host_identity = "machine-2";
  EXPECT_EQ((*host_noise(lab.store(), asked))[0].source, NoiseSource::assumed);
}

TEST(HostNoise, more_runs_per_boot_scatter_less) {
  Lab lab;
  (void)lab.add({}, scattered);
  NoiseQuestion asked = question("rw=randread");
  const double one = (*host_noise(lab.store(), asked))[0].sd;
  asked.runs = 4;
  EXPECT_NEAR((*host_noise(lab.store(), asked))[0].sd, one / 2, 1e-6);
}

}  // namespace
}  // namespace ringside::analysis::test
