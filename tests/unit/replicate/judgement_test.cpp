// SPDX-License-Identifier: GPL-3.0-or-later
#include "replicate/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringside::replicate {
namespace {

using ::testing::HasSubstr;

PublishedRow claimed(Claim claim, std::optional<double> change = std::nullopt) {
  PublishedRow row;
  row.claim = claim;
  row.change = change;
  row.cell = "bs=4k";
  row.baseline = "before";
  row.candidate = "after";
  return row;
}

// The 90 % interval lies a little within the 95 % one.
MeasuredRatio measured(double lower, double ratio, double upper) {
  MeasuredRatio out;
  out.blocks = 10;
  out.ratio = ratio;
  out.interval = stats::Interval{lower, upper, 0.95};
  out.equivalence = stats::Interval{lower + 0.1 * (ratio - lower), upper - 0.1 * (upper - ratio), 0.90};
  out.detectable = 0.1;
  out.margin = Fraction{0.05};
  return out;
}

TEST(Judgement, a_claimed_gain_is_reproduced_where_the_whole_interval_is_a_gain) {
  const auto judged = judge(claimed(Claim::gain, 0.12), measured(1.05, 1.2, 1.35));
  EXPECT_EQ(judged.outcome, Outcome::reproduced);
  EXPECT_EQ(judged.contains_published, true);
  EXPECT_EQ(judged.reason, "");
}

TEST(Judgement, a_reproduced_gain_may_be_larger_than_the_published_one) {
  const auto judged = judge(claimed(Claim::gain, 0.12), measured(1.3, 1.4, 1.5));
  EXPECT_EQ(judged.outcome, Outcome::reproduced);
  EXPECT_EQ(judged.contains_published, false);
}

TEST(Judgement, a_claimed_gain_that_is_a_loss_is_opposite) {
  EXPECT_EQ(judge(claimed(Claim::gain, 0.12), measured(0.8, 0.9, 0.99)).outcome, Outcome::opposite);
}

TEST(Judgement, a_claimed_gain_whose_interval_holds_one_is_inconclusive_even_if_it_holds_the_published_value) {
  const auto judged = judge(claimed(Claim::gain, 0.12), measured(0.9, 1.1, 1.3));
  EXPECT_EQ(judged.outcome, Outcome::inconclusive);
  EXPECT_EQ(judged.contains_published, true);
  EXPECT_THAT(judged.reason, HasSubstr("no difference"));
}

TEST(Judgement, a_claimed_loss_is_judged_on_its_own_side) {
  EXPECT_EQ(judge(claimed(Claim::loss, -0.2), measured(0.7, 0.8, 0.9)).outcome, Outcome::reproduced);
  EXPECT_EQ(judge(claimed(Claim::loss, -0.2), measured(1.1, 1.2, 1.3)).outcome, Outcome::opposite);
}

TEST(Judgement, no_difference_is_reproduced_by_equivalence_only) {
  EXPECT_EQ(judge(claimed(Claim::none), measured(0.97, 1.0, 1.03)).outcome, Outcome::reproduced);
  const auto wide = judge(claimed(Claim::none), measured(0.85, 1.0, 1.15));
  EXPECT_EQ(wide.outcome, Outcome::inconclusive);
  EXPECT_THAT(wide.reason, HasSubstr("5 %"));
}

TEST(Judgement, no_difference_is_contradicted_by_an_interval_beside_one) {
  EXPECT_EQ(judge(claimed(Claim::none), measured(1.02, 1.1, 1.2)).outcome, Outcome::contradicted);
  EXPECT_EQ(judge(claimed(Claim::none), measured(0.8, 0.9, 0.98)).outcome, Outcome::contradicted);
}

TEST(Judgement, a_difference_smaller_than_the_margin_is_no_difference) {
  EXPECT_EQ(judge(claimed(Claim::none), measured(1.01, 1.02, 1.03)).outcome, Outcome::reproduced);
}

TEST(Judgement, the_margin_is_the_same_in_both_directions_of_the_ratio) {
  // 1/1.05 = 0.9524: the upper edge has room where the lower has none.
  auto low = measured(0.94, 0.95, 0.96);
  low.equivalence = stats::Interval{0.951, 0.959, 0.90};
  EXPECT_EQ(judge(claimed(Claim::none), low).outcome, Outcome::contradicted);
  low.equivalence = stats::Interval{0.953, 0.959, 0.90};
  EXPECT_EQ(judge(claimed(Claim::none), low).outcome, Outcome::reproduced);
}

TEST(Judgement, too_few_blocks_decide_nothing) {
  auto few = measured(1.3, 1.4, 1.5);
  few.blocks = 3;
  few.obstacle = "too few blocks";
  const auto judged = judge(claimed(Claim::gain, 0.4), few);
  EXPECT_EQ(judged.outcome, Outcome::inconclusive);
  EXPECT_EQ(judged.reason, "too few blocks");
}

TEST(Judgement, what_was_not_measured_is_said) {
  EXPECT_EQ(judge(claimed(Claim::gain, 0.1), std::nullopt).outcome, Outcome::not_measured);
  MeasuredRatio invalid;
  invalid.obstacle = "no valid measurement";
  const auto judged = judge(claimed(Claim::gain, 0.1), invalid);
  EXPECT_EQ(judged.outcome, Outcome::not_measured);
  EXPECT_EQ(judged.reason, "no valid measurement");
}

TEST(Judgement, one_block_has_no_interval_to_judge_by) {
  MeasuredRatio one;
  one.blocks = 1;
  one.ratio = 1.4;
  EXPECT_EQ(judge(claimed(Claim::gain, 0.1), one).outcome, Outcome::inconclusive);
}

TEST(Judgement, what_cannot_be_reproduced_tells_why_and_is_never_measured) {
  auto row = claimed(Claim::gain, 0.13);
  row.not_reproducible = "another kernel's patch";
  const auto judged = judge(row, std::nullopt);
  EXPECT_EQ(judged.outcome, Outcome::not_reproducible);
  EXPECT_EQ(judged.reason, "another kernel's patch");
}

TEST(Judgement, the_interval_of_a_slowdown_turns_round_as_a_ratio) {
  analysis::MetricComparison comparison;
  comparison.pairs = 6;
  comparison.ratio = analysis::RatioEstimate{1.1, stats::Interval{1.0, 1.2, 0.95}};
  comparison.assessment.equivalence_interval = stats::Interval{-0.2, -0.1, 0.90};  // of ln(before/after): a gain
  comparison.assessment.obstacle = VerdictReason::none;
  const auto out = measured_ratio(comparison);
  ASSERT_TRUE(out.equivalence);
  EXPECT_NEAR(out.equivalence->lower, std::exp(0.1), 1e-12);
  EXPECT_NEAR(out.equivalence->upper, std::exp(0.2), 1e-12);
  EXPECT_EQ(out.obstacle, "");
}

}  // namespace
}  // namespace ringside::replicate
