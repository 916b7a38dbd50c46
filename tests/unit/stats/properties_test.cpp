// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for any data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "golden.h"
#include "random_data.h"
#include "stats/effect.h"
#include "stats/family.h"
#include "stats/gate.h"
#include "stats/geometric_mean.h"
#include "stats/multiplicity.h"
#include "stats/order_statistics.h"
#include "stats/paired.h"
#include "stats/power.h"
#include "stats/ranks.h"
#include "stats/signed_rank.h"
#include "stats/verdict.h"
#include "stats/welch.h"

namespace ringside::stats::testing {
namespace {

constexpr int k_rounds = 200;
constexpr double k_rounding = 1e-9;

std::vector<double> negated(std::vector<double> values) {
  for (double& value : values) value = -value;
  return values;
}

TEST(Properties, swapping_the_arms_negates_the_effect) {
  RandomData random(1);
  for (int round = 0; round < k_rounds; ++round) {
    const auto base = random.sample(8, 9'000, 11'000);
    const auto candidate = random.sample(8, 9'000, 11'000);
    const auto forth = good(slowdowns(BetterWhen::higher, base, candidate));
    const auto back = good(slowdowns(BetterWhen::higher, candidate, base));
    const PairedTest a = good(paired_t(forth));
    const PairedTest b = good(paired_t(back));
    EXPECT_NEAR(a.summary.mean, -b.summary.mean, k_rounding);
    EXPECT_NEAR(a.interval.lower, -b.interval.upper, k_rounding);
    EXPECT_NEAR(a.p_two_sided, b.p_two_sided, k_rounding);
    EXPECT_NEAR(good(hodges_lehmann(forth)).value, -good(hodges_lehmann(back)).value, k_rounding);
    const auto welch_forth = good(welch_slowdown(BetterWhen::higher, base, candidate));
    const auto welch_back = good(welch_slowdown(BetterWhen::higher, candidate, base));
    EXPECT_NEAR(welch_forth.theta, -welch_back.theta, k_rounding);
  }
}

TEST(Properties, swapping_the_arms_turns_improved_into_regressed_and_back) {
  RandomData random(2);
  int decided = 0;
  for (int round = 0; round < k_rounds; ++round) {
    const auto thetas = random.sample(10, -0.08, 0.12);
    const Decision forth = decide(assess({.thetas = thetas}));
    const Decision back = decide(assess({.thetas = negated(thetas)}));
    if (forth.verdict == Verdict::regressed) {
      EXPECT_EQ(back.verdict, Verdict::improved);
      ++decided;
    } else if (forth.verdict == Verdict::improved) {
      EXPECT_EQ(back.verdict, Verdict::regressed);
      ++decided;
    } else {
      EXPECT_EQ(back.verdict, forth.verdict);
      EXPECT_EQ(back.reason, forth.reason);
    }
  }
  EXPECT_GT(decided, 0);
}

TEST(Properties, latency_and_throughput_of_the_same_slowdown_have_the_same_sign) {
  EXPECT_NEAR(good(slowdown(BetterWhen::higher, 110, 100)), good(slowdown(BetterWhen::lower, 100, 110)), k_rounding);
}

TEST(Properties, scaling_both_arms_changes_nothing) {
  RandomData random(3);
  for (int round = 0; round < k_rounds; ++round) {
    auto base = random.sample(7, 50, 150);
    auto candidate = random.sample(7, 50, 150);
    const auto before = good(paired_t(good(slowdowns(BetterWhen::lower, base, candidate))));
    const double factor = random.uniform(0.001, 1000);
    for (double& value : base) value *= factor;
    for (double& value : candidate) value *= factor;
    const auto after = good(paired_t(good(slowdowns(BetterWhen::lower, base, candidate))));
    EXPECT_NEAR(before.summary.mean, after.summary.mean, k_rounding);
    EXPECT_NEAR(before.p_two_sided, after.p_two_sided, k_rounding);
  }
}

TEST(Properties, the_order_of_the_blocks_changes_nothing) {
  RandomData random(4);
  for (int round = 0; round < k_rounds; ++round) {
    auto thetas = random.sample(10, -0.1, 0.15);
    const Assessment before = assess({.thetas = thetas});
    random.shuffle(thetas);
    const Assessment after = assess({.thetas = thetas});
    EXPECT_NEAR(*before.theta, *after.theta, k_rounding);
    EXPECT_NEAR(*before.p, *after.p, k_rounding);
    EXPECT_NEAR(before.interval->upper, after.interval->upper, k_rounding);
    EXPECT_NEAR(*before.detectable, *after.detectable, k_rounding);
    EXPECT_NEAR(before.companion->value, after.companion->value, k_rounding);
    EXPECT_EQ(decide(before).verdict, decide(after).verdict);
  }
}

TEST(Properties, every_interval_contains_its_estimate) {
  RandomData random(5);
  for (int round = 0; round < k_rounds; ++round) {
    const std::size_t n = 6 + random.below(20);
    const auto x = random.sample(n, 1, 3);
    const auto y = random.sample(n, 1, 3);
    const PairedTest test = good(paired_t(x));
    EXPECT_TRUE(test.interval.contains(test.summary.mean));
    const auto geometric = good(geometric_estimate(x));
    EXPECT_TRUE(geometric.interval.contains(geometric.value));
    const auto middle = good(median_estimate(x));
    ASSERT_TRUE(middle.interval.has_value());
    EXPECT_TRUE(middle.interval->contains(middle.value));
    const auto pseudomedian = good(hodges_lehmann(x));
    ASSERT_TRUE(pseudomedian.interval.has_value());
    EXPECT_TRUE(pseudomedian.interval->contains(pseudomedian.value));
    EXPECT_GE(pseudomedian.interval->confidence, 0.95);
    const auto shift = good(hodges_lehmann_shift(x, y));
    ASSERT_TRUE(shift.interval.has_value());
    EXPECT_TRUE(shift.interval->contains(shift.shift));
    const auto welch = good(welch_difference(x, y));
    EXPECT_TRUE(welch.interval.contains(welch.theta));
  }
}

TEST(Properties, the_signed_rank_interval_excludes_zero_exactly_when_the_test_is_significant) {
  RandomData random(6);
  for (int round = 0; round < k_rounds; ++round) {
    const auto thetas = random.sample(9, -0.05, 0.1);
    const bool excludes_zero = !good(hodges_lehmann(thetas)).interval->contains(0);
    EXPECT_EQ(excludes_zero, good(signed_rank_exact(thetas)).p_two_sided <= 0.05);
  }
}

TEST(Properties, the_rank_interval_excludes_zero_exactly_when_the_test_is_significant) {
  RandomData random(7);
  for (int round = 0; round < k_rounds; ++round) {
    const auto x = random.sample(7, 0, 1);
    const auto y = random.sample(6, 0.2, 1.4);
    const bool excludes_zero = !good(hodges_lehmann_shift(x, y)).interval->contains(0);
    EXPECT_EQ(excludes_zero, good(mann_whitney_exact(x, y)).p_two_sided <= 0.05);
  }
}

TEST(Properties, the_exact_and_the_asymptotic_rank_test_agree_on_larger_samples) {
  RandomData random(8);
  for (int round = 0; round < 20; ++round) {
    const auto x = random.sample(40, 0, 1);
    const auto y = random.sample(40, 0.1, 1.1);
    EXPECT_NEAR(good(mann_whitney_exact(x, y)).p_two_sided, good(mann_whitney_asymptotic(x, y)).p_two_sided, 0.005);
  }
}

TEST(Properties, holm_is_at_least_the_raw_p_and_benjamini_hochberg_between_the_two) {
  RandomData random(9);
  for (int round = 0; round < k_rounds; ++round) {
    const auto p = random.sample(1 + random.below(30), 0, 1);
    const auto by_holm = good(holm(p));
    const auto by_bh = good(benjamini_hochberg(p));
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(by_holm[i], p[i]);
      EXPECT_LE(by_holm[i], 1);
      EXPECT_GE(by_bh[i], p[i]);
      EXPECT_LE(by_bh[i], by_holm[i] + k_rounding);
      for (std::size_t j = 0; j < p.size(); ++j) {
        if (p[i] >= p[j]) continue;
        EXPECT_LE(by_holm[i], by_holm[j]);
        EXPECT_LE(by_bh[i], by_bh[j]);
      }
    }
  }
}

TEST(Properties, adjusting_follows_the_order_of_the_cells) {
  RandomData random(10);
  auto p = random.sample(12, 0, 0.2);
  auto reversed = p;
  std::ranges::reverse(reversed);
  auto adjusted = good(holm(reversed));
  std::ranges::reverse(adjusted);
  EXPECT_EQ(good(holm(p)), adjusted);
}

TEST(Properties, equivalence_by_interval_is_equivalence_by_both_one_sided_tests) {
  RandomData random(11);
  for (int round = 0; round < k_rounds; ++round) {
    const Summary summary = good(summarise(random.sample(8, -0.06, 0.1)));
    const EquivalenceTest test = two_one_sided_tests(summary, Fraction{0.05});
    EXPECT_EQ(test.equivalent, test.p < 0.05);
  }
}

TEST(Properties, more_blocks_and_larger_effects_have_more_power) {
  const PowerQuestion question{.sd = 0.03, .floor = Fraction{0.01}};
  double before = 0;
  for (const std::size_t n : {5U, 8U, 12U, 20U}) {
    const double power = good(power_of_paired_t(0.04, n, question));
    EXPECT_GT(power, before);
    EXPECT_GT(good(power_of_paired_t(0.05, n, question)), power);
    before = power;
  }
}

TEST(Properties, the_detectable_effect_has_exactly_the_wished_power) {
  for (const double floor : {0.0, 0.01}) {
    for (const std::size_t n : {2U, 3U, 5U, 10U, 40U}) {
      const PowerQuestion question{.sd = 0.03, .power = 0.8, .floor = Fraction{floor}};
      const double theta = good(detectable_effect(n, question));
      EXPECT_NEAR(good(power_of_paired_t(theta, n, question)), 0.8, 1e-6) << n << " " << floor;
    }
  }
}

TEST(Properties, the_required_blocks_are_the_fewest_that_suffice) {
  for (const double theta : {0.02, 0.03, 0.08}) {
    const PowerQuestion question{.sd = 0.025, .floor = Fraction{0.01}};
    const std::size_t n = good(blocks_required(theta, question));
    EXPECT_GE(good(power_of_paired_t(theta, n, question)), 0.8);
    ASSERT_GT(n, 2U);
    EXPECT_LT(good(power_of_paired_t(theta, n - 1, question)), 0.8);
  }
}

TEST(Properties, a_noisier_host_never_turns_a_pass_by_estimate_into_a_failure) {
  // The same estimate below the margin with any spread: warnings at most.
  for (double sd = 0.001; sd < 0.5; sd *= 1.5) {
    const Assessment assessment = assess(Summary{10, 0.03, sd});
    EXPECT_NE(gate_outcome(assessment, decide(assessment)), GateOutcome::fail) << sd;
  }
}

TEST(Properties, the_geometric_mean_of_one_cell_is_that_cell) {
  RandomData random(12);
  const auto thetas = random.sample(9, -0.1, 0.1);
  const std::vector<std::vector<double>> cells{thetas};
  EXPECT_NEAR(good(geometric_mean_over_cells(cells)).test.p_two_sided, good(paired_t(thetas)).p_two_sided, k_rounding);
}

TEST(Properties, merging_runs_is_the_same_as_pooling_their_samples) {
  RandomData random(13);
  std::vector<double> pooled;
  std::vector<Moments> runs;
  for (int run = 0; run < 4; ++run) {
    const auto samples = random.sample(2 + random.below(9), 10, 20);
    pooled.insert(pooled.end(), samples.begin(), samples.end());
    const Summary summary = good(summarise(samples));
    runs.push_back({static_cast<double>(summary.n), summary.mean, summary.sd});
  }
  const Moments merged = good(merge_moments(runs));
  const Summary expected = good(summarise(pooled));
  EXPECT_NEAR(merged.mean, expected.mean, k_rounding);
  EXPECT_NEAR(merged.sd, expected.sd, k_rounding);
}

}  // namespace
}  // namespace ringside::stats::testing
