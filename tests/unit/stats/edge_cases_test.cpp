// SPDX-License-Identifier: GPL-3.0-or-later
// Too little, too equal, or not numbers at all.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "golden.h"
#include "stats/binomial.h"
#include "stats/drift.h"
#include "stats/effect.h"
#include "stats/geometric_mean.h"
#include "stats/littles_law.h"
#include "stats/multiplicity.h"
#include "stats/order_statistics.h"
#include "stats/outliers.h"
#include "stats/paired.h"
#include "stats/power.h"
#include "stats/quantile.h"
#include "stats/ranks.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"
#include "stats/variance.h"
#include "stats/welch.h"

namespace ringside::stats::testing {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinity = std::numeric_limits<double>::infinity();

using Values = std::vector<double>;

TEST(EdgeCases, one_value_has_a_mean_but_no_spread) {
  EXPECT_EQ(good(mean(Values{3})), 3);
  const auto summary = summarise(Values{3});
  ASSERT_FALSE(summary.has_value());
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_result);
  EXPECT_FALSE(paired_t(Values{0.1}).has_value());
  EXPECT_FALSE(geometric_estimate(Values{100}).has_value());
  EXPECT_FALSE(welch_difference(Values{1}, Values{1, 2}).has_value());
}

TEST(EdgeCases, nothing_has_no_mean_median_or_rank) {
  EXPECT_FALSE(mean({}).has_value());
  EXPECT_FALSE(median({}).has_value());
  EXPECT_FALSE(hodges_lehmann({}).has_value());
  EXPECT_FALSE(signed_rank_exact({}).has_value());
  EXPECT_FALSE(mann_whitney_exact({}, Values{1}).has_value());
  EXPECT_FALSE(modified_z({}).has_value());
  EXPECT_FALSE(geometric_mean_over_cells({}).has_value());
}

TEST(EdgeCases, values_that_are_not_numbers_are_refused_everywhere) {
  for (const double bad : {k_nan, k_infinity, -k_infinity}) {
    const Values values{1, 2, bad, 4, 5, 6};
    EXPECT_FALSE(summarise(values).has_value());
    EXPECT_FALSE(median(values).has_value());
    EXPECT_FALSE(paired_t(values).has_value());
    EXPECT_FALSE(signed_rank_exact(values).has_value());
    EXPECT_FALSE(sign_flip_exact(values).has_value());
    EXPECT_FALSE(hodges_lehmann(values).has_value());
    EXPECT_FALSE(mann_whitney_exact(values, Values{1}).has_value());
    EXPECT_FALSE(mann_whitney_asymptotic(Values{1}, values).has_value());
    EXPECT_FALSE(drift(values).has_value());
    EXPECT_FALSE(modified_z(values).has_value());
    EXPECT_FALSE(median_estimate(values).has_value());
    EXPECT_FALSE(variance_components(std::vector<Values>{values, values}).has_value());
    EXPECT_FALSE(slowdown(BetterWhen::higher, bad, 1).has_value());
    EXPECT_FALSE(littles_law_log_ratio(bad, 1, 1, 1).has_value());
  }
  EXPECT_FALSE(holm(Values{0.1, k_nan}).has_value());
  EXPECT_FALSE(benjamini_hochberg(Values{1.1}).has_value());
}

TEST(EdgeCases, a_rate_of_zero_has_no_ratio) {
  EXPECT_FALSE(slowdown(BetterWhen::higher, 0, 100).has_value());
  EXPECT_FALSE(slowdown(BetterWhen::lower, 100, -1).has_value());
  EXPECT_FALSE(geometric_estimate(Values{100, 0, 100}).has_value());
  EXPECT_FALSE(slowdowns(BetterWhen::lower, Values{1, 2}, Values{1}).has_value());
}

TEST(EdgeCases, equal_values_give_a_point_and_no_division_by_zero) {
  const Values equal(7, 0.03);
  const PairedTest test = good(paired_t(equal));
  EXPECT_EQ(test.summary.sd, 0);
  EXPECT_EQ(test.interval.lower, test.interval.upper);
  EXPECT_EQ(test.t, k_infinity);
  EXPECT_EQ(test.p_two_sided, 0);
  EXPECT_EQ(minimum_effect_p(test.summary, Fraction{0.01}), 0);
  EXPECT_EQ(minimum_effect_p(test.summary, Fraction{0.05}), 1);
  EXPECT_TRUE(two_one_sided_tests(test.summary, Fraction{0.05}).equivalent);

  const PairedTest none = good(paired_t(Values(5, 0.0)));
  EXPECT_EQ(none.t, 0);
  EXPECT_EQ(none.p_two_sided, 1);
}

TEST(EdgeCases, two_sides_without_spread_differ_surely_or_not_at_all) {
  const auto same = good(welch_difference(Values{2, 2, 2}, Values{2, 2}));
  EXPECT_EQ(same.p_two_sided, 1);
  const auto apart = good(welch_difference(Values{2, 2, 2}, Values{3, 3}));
  EXPECT_EQ(apart.p_two_sided, 0);
  EXPECT_EQ(apart.t, -k_infinity);
}

TEST(EdgeCases, rank_tests_on_equal_values_find_nothing) {
  EXPECT_EQ(good(mann_whitney_exact(Values{1, 1, 1}, Values{1, 1})).p_two_sided, 1);
  EXPECT_EQ(good(mann_whitney_asymptotic(Values{1, 1, 1}, Values{1, 1})).p_two_sided, 1);
  EXPECT_EQ(good(signed_rank_exact(Values{0, 0, 0})).p_two_sided, 1);
  EXPECT_EQ(good(sign_flip_exact(Values{0, 0, 0})), 1);
}

TEST(EdgeCases, zeros_are_left_out_of_the_signed_ranks) {
  const auto with = good(signed_rank_exact(Values{0, 1, 2, -3, 4, 5, 0}));
  const auto without = good(signed_rank_exact(Values{1, 2, -3, 4, 5}));
  EXPECT_EQ(with.n, 5U);
  EXPECT_DOUBLE_EQ(with.p_two_sided, without.p_two_sided);
}

TEST(EdgeCases, samples_too_small_for_the_confidence_have_no_rank_interval) {
  EXPECT_FALSE(good(hodges_lehmann(Values{1, 2, 3, 4, 5})).interval.has_value());
  EXPECT_TRUE(good(hodges_lehmann(Values{1, 2, 3, 4, 5, 6})).interval.has_value());
  EXPECT_FALSE(good(hodges_lehmann_shift(Values{1, 2}, Values{3, 4})).interval.has_value());
  EXPECT_FALSE(good(median_estimate(Values{1, 2, 3})).interval.has_value());
}

TEST(EdgeCases, exact_tests_refuse_what_would_take_for_ever) {
  const Values many(201, 1.0);
  EXPECT_EQ(mann_whitney_exact(many, many).error().code, ErrorCode::unsupported);
  EXPECT_EQ(signed_rank_exact(many).error().code, ErrorCode::unsupported);
  EXPECT_EQ(sign_flip_exact(Values(25, 1.0)).error().code, ErrorCode::unsupported);
}

TEST(EdgeCases, power_refuses_questions_without_an_answer) {
  EXPECT_EQ(power_of_paired_t(0.03, 1, {.sd = 0.03}).error().code, ErrorCode::usage);
  EXPECT_EQ(power_of_paired_t(0.03, 10, {.sd = 0}).error().code, ErrorCode::usage);
  EXPECT_EQ(detectable_effect(10, {.sd = k_nan}).error().code, ErrorCode::usage);
  EXPECT_EQ(detectable_effect(10, {.sd = 0.03, .power = 1}).error().code, ErrorCode::usage);
  EXPECT_EQ(blocks_required(0.005, {.sd = 0.03, .floor = Fraction{0.01}}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(blocks_required(1e-6, {.sd = 0.03}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(good(blocks_required(-0.5, {.sd = 0.001})), 2U);
}

TEST(EdgeCases, boots_that_do_not_differ_need_no_advice) {
  const std::vector<Values> boots{{1, 2, 3}, {3, 1, 2}, {2, 3, 1}};
  const auto components = good(variance_components(boots));
  EXPECT_EQ(components.between_boots, 0);
  EXPECT_EQ(components.intraclass_correlation, 0);
  EXPECT_FALSE(good(advised_runs(components, {.boot = 40, .run = 15})).has_value());
  EXPECT_FALSE(advised_runs(components, {.boot = 0, .run = 15}).has_value());
}

TEST(EdgeCases, variance_components_need_two_boots_and_a_repeated_run) {
  EXPECT_FALSE(variance_components(std::vector<Values>{{1, 2}}).has_value());
  EXPECT_FALSE(variance_components(std::vector<Values>{{1}, {2}}).has_value());
  EXPECT_FALSE(variance_components(std::vector<Values>{{1, 2}, {}}).has_value());
  EXPECT_TRUE(variance_components(std::vector<Values>{{1, 2}, {2}}).has_value());
}

TEST(EdgeCases, both_arms_in_one_boot_remove_the_boots_part_of_the_noise) {
  EXPECT_DOUBLE_EQ(sd_of_theta(0.0004, 0.0004, 1, Pairing::one_boot), std::sqrt(0.0008));
  EXPECT_DOUBLE_EQ(sd_of_theta(0.0004, 0.0004, 1, Pairing::boot_per_arm), 0.04);
}

TEST(EdgeCases, a_drift_is_judged_only_with_enough_samples_and_a_clear_slope) {
  Values rising;
  for (int i = 0; i < 20; ++i) rising.push_back(1000 + 10 * i);
  const Drift exact = good(drift(rising));
  EXPECT_EQ(exact.slope_t, k_infinity);
  EXPECT_EQ(check_drift(exact, k_drift_limit_kvm), DriftCheck::drifting);
  EXPECT_EQ(check_drift(exact, Fraction{0.50}), DriftCheck::steady);
  EXPECT_EQ(check_drift(good(drift(std::span(rising).first(19))), k_drift_limit_kvm), DriftCheck::too_few_samples);

  Values noisy = rising;
  for (std::size_t i = 0; i < noisy.size(); ++i) noisy[i] += i % 2 == 0 ? 400 : -400;
  const Drift unclear = good(drift(noisy));
  EXPECT_GT(std::abs(unclear.over_window), k_drift_limit_kvm.value);
  EXPECT_EQ(check_drift(unclear, k_drift_limit_kvm), DriftCheck::steady);

  EXPECT_EQ(check_drift(good(drift(Values(20, 5.0))), k_drift_limit_kvm), DriftCheck::steady);
  EXPECT_FALSE(drift(Values{-1, 0, 1}).has_value());
}

TEST(EdgeCases, a_rate_that_wanders_is_no_drift_where_independent_noise_of_that_size_would_be) {
  // The same values: first in runs of six around a rising line, then with every other one's deviation turned round.
  Values wandering;
  Values independent;
  for (int i = 0; i < 36; ++i) {
    const double line = 1000 + 10 * i;
    wandering.push_back(line + (i / 6 % 2 == 0 ? 150 : -150));
    independent.push_back(line + (i % 2 == 0 ? 150 : -150));
  }
  EXPECT_EQ(check_drift(good(drift(wandering)), k_drift_limit_tcg), DriftCheck::steady);
  EXPECT_EQ(check_drift(good(drift(independent)), k_drift_limit_tcg), DriftCheck::drifting);
}

TEST(EdgeCases, littles_law_is_only_recorded_at_small_depths) {
  EXPECT_EQ(check_littles_law(0.06, 8), LittlesLawCheck::broken);
  EXPECT_EQ(check_littles_law(-0.05, 8), LittlesLawCheck::holds);
  EXPECT_EQ(check_littles_law(0.50, 7), LittlesLawCheck::recorded);
  EXPECT_EQ(check_littles_law(k_nan, 8), LittlesLawCheck::broken);
  EXPECT_FALSE(littles_law_log_ratio(100, 1000, 0, 1).has_value());
}

TEST(EdgeCases, a_median_deviation_of_zero_does_not_hide_an_outlier) {
  const auto mostly_equal = good(modified_z(Values{5, 5, 5, 5, 5, 5, 5, 9}));
  EXPECT_EQ(mostly_equal.mad, 0);
  EXPECT_TRUE(mostly_equal.flags().back());
  EXPECT_FALSE(mostly_equal.flags().front());
  for (const double z : good(modified_z(Values{5, 5, 5})).z) EXPECT_EQ(z, 0);
  EXPECT_EQ(good(without_outliers(Values{100.1, 99.8, 100.4, 99.9, 100.2, 93.0})).size(), 5U);
}

TEST(EdgeCases, a_rate_without_trials_is_no_rate) {
  EXPECT_FALSE(clopper_pearson(0, 0).has_value());
  EXPECT_FALSE(clopper_pearson(3, 2).has_value());
  EXPECT_EQ(good(clopper_pearson(5, 5)).upper, 1);
  EXPECT_FALSE(binomial_at_least(1, 2, 0).has_value());
}

TEST(EdgeCases, an_aa_fails_only_when_its_lower_bound_exceeds_alpha) {
  EXPECT_FALSE(good(false_positive_rate(5, 40)).too_high);
  EXPECT_TRUE(good(false_positive_rate(7, 40)).too_high);
  EXPECT_TRUE(good(false_positive_rate(0, 40)).enough_comparisons);
  EXPECT_FALSE(good(false_positive_rate(0, 39)).enough_comparisons);
}

TEST(EdgeCases, a_quantile_is_reported_only_with_a_hundred_samples_beyond_it) {
  EXPECT_TRUE(quantile_is_supported(10'000, 0.99));
  EXPECT_FALSE(quantile_is_supported(9'999, 0.99));
  EXPECT_TRUE(quantile_is_supported(100'000, 0.999));
  EXPECT_FALSE(quantile_is_supported(99'999, 0.999));
  EXPECT_FALSE(quantile_is_supported(0, 0.5));
}

TEST(EdgeCases, quantiles_refuse_empty_histograms_and_mixed_resolutions) {
  EXPECT_FALSE(quantile_interpolated(Histogram(), 0.5).has_value());
  Histogram fio;
  fio.add(1000);
  EXPECT_FALSE(quantile_interpolated(fio, 0).has_value());
  EXPECT_FALSE(quantile_by_fio_rule(fio, 1).has_value());
  Histogram probe(HistogramResolution::probes());
  probe.add(1000);
  EXPECT_FALSE(merged(std::vector{fio, probe}).has_value());
  EXPECT_FALSE(merged({}).has_value());
  EXPECT_FALSE(jackknife_log_quantile(std::vector{fio}, 0.5).has_value());
}

TEST(EdgeCases, cells_with_different_blocks_have_no_common_mean) {
  EXPECT_FALSE(geometric_mean_over_cells(std::vector<Values>{{0.1, 0.2}, {0.1}}).has_value());
}

}  // namespace
}  // namespace ringside::stats::testing
