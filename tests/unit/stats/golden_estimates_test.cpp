// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "golden.h"
#include "stats/distributions.h"
#include "stats/effect.h"
#include "stats/geometric_mean.h"
#include "stats/order_statistics.h"
#include "stats/outliers.h"
#include "stats/paired.h"
#include "stats/summary.h"
#include "stats/variance.h"
#include "stats/welch.h"

namespace ringside::stats::testing {
namespace {

GOLDEN_TEST(meta) {
  EXPECT_EQ(golden.value("/tolerance"), "abs or rel 1e-6");
  EXPECT_EQ(golden.value("/sign_convention"),
            "theta=ln(base/new) for throughput, ln(new/base) for latency; theta>0 means new is slower");
  EXPECT_GT(good(slowdown(BetterWhen::higher, 100, 90)), 0);
  EXPECT_GT(good(slowdown(BetterWhen::lower, 90, 100)), 0);
  EXPECT_FALSE(golden.value("/scipy").empty());
}

GOLDEN_TEST(paired_t_log_ratio) {
  const auto d = good(slowdowns(BetterWhen::higher, golden.numbers("/base_iops"), golden.numbers("/new_iops")));
  const auto expected_d = golden.numbers("/d");
  ASSERT_EQ(d.size(), expected_d.size());
  for (std::size_t i = 0; i < d.size(); ++i) EXPECT_THAT(d[i], six_digits(expected_d[i]));

  const PairedTest test = good(paired_t(d));
  EXPECT_EQ(test.summary.n, golden.count("/n"));
  EXPECT_THAT(test.summary.mean, six_digits(golden.number("/mean")));
  EXPECT_THAT(test.summary.sd, six_digits(golden.number("/sd")));
  EXPECT_THAT(test.summary.standard_error(), six_digits(golden.number("/se")));
  EXPECT_THAT(test.summary.df(), six_digits(golden.number("/df")));
  EXPECT_THAT(student_t_quantile(0.975, test.summary.df()), six_digits(golden.number("/t_crit_975")));
  EXPECT_THAT(test.t, six_digits(golden.number("/t")));
  EXPECT_THAT(test.p_two_sided, six_digits(golden.number("/p_two_sided")));
  EXPECT_THAT(test.p_slower, six_digits(golden.number("/p_one_sided_slower")));
  EXPECT_THAT(test.interval.lower, six_digits(golden.number("/ci95_log/0")));
  EXPECT_THAT(test.interval.upper, six_digits(golden.number("/ci95_log/1")));
  EXPECT_THAT(slowdown_percent(test.summary.mean), six_digits(golden.number("/slowdown_pct")));
  EXPECT_THAT(slowdown_percent(test.interval.lower), six_digits(golden.number("/slowdown_ci95_pct/0")));
  EXPECT_THAT(slowdown_percent(test.interval.upper), six_digits(golden.number("/slowdown_ci95_pct/1")));
  const auto change = [](double theta) { return change_percent(BetterWhen::higher, theta); };
  EXPECT_THAT(change(test.summary.mean), six_digits(golden.number("/iops_change_pct")));
  EXPECT_THAT(change(test.interval.upper), six_digits(golden.number("/iops_change_ci95_pct/0")));
  EXPECT_THAT(change(test.interval.lower), six_digits(golden.number("/iops_change_ci95_pct/1")));
}

GOLDEN_TEST(minimum_effect_test) {
  ASSERT_EQ(golden.value("/uses"), "paired_t_log_ratio.d");
  ASSERT_EQ(golden.value("/H0"), "theta<=ln(1.01)");
  GoldenGroup data("paired_t_log_ratio");
  const auto d = good(slowdowns(BetterWhen::higher, data.numbers("/base_iops"), data.numbers("/new_iops")));
  const Summary summary = good(summarise(d));
  const OneSidedTest test = test_above(summary, as_log(Fraction{0.01}));
  EXPECT_THAT(test.t, six_digits(golden.number("/t")));
  EXPECT_THAT(test.p, six_digits(golden.number("/p_one_sided")));
  EXPECT_THAT(minimum_effect_p(summary, Fraction{0.01}), six_digits(2 * golden.number("/p_one_sided")));
}

GOLDEN_TEST(welch_log_unpaired) {
  const auto base = golden.numbers("/base_iops");
  const auto candidate = golden.numbers("/new_iops");
  const WelchTest test = good(welch_slowdown(BetterWhen::higher, base, candidate));
  EXPECT_THAT(test.theta, six_digits(golden.number("/diff_log")));
  EXPECT_THAT(test.df, six_digits(golden.number("/df")));
  EXPECT_THAT(test.t, six_digits(golden.number("/t")));
  EXPECT_THAT(test.p_two_sided, six_digits(golden.number("/p")));
  EXPECT_THAT(test.interval.lower, six_digits(golden.number("/ci95_log/0")));
  EXPECT_THAT(test.interval.upper, six_digits(golden.number("/ci95_log/1")));
  EXPECT_THAT(slowdown_percent(test.theta), six_digits(golden.number("/slowdown_pct")));
}

GOLDEN_TEST(tost) {
  const Summary summary = good(summarise(golden.numbers("/d")));
  ASSERT_GT(golden.size("/cases"), 0U);
  for (std::size_t i = 0; i < golden.size("/cases"); ++i) {
    const std::string at = "/cases/" + std::to_string(i);
    const Fraction margin{golden.number(at + "/delta_pct") / 100};
    const EquivalenceTest test = two_one_sided_tests(summary, margin);
    EXPECT_THAT(as_log(margin), six_digits(golden.number(at + "/delta_log")));
    EXPECT_EQ(summary.n, golden.count(at + "/n"));
    EXPECT_THAT(summary.mean, six_digits(golden.number(at + "/mean")));
    EXPECT_THAT(summary.standard_error(), six_digits(golden.number(at + "/se")));
    EXPECT_THAT(test.lower.t, six_digits(golden.number(at + "/t_lower")));
    EXPECT_THAT(test.lower.p, six_digits(golden.number(at + "/p_lower")));
    EXPECT_THAT(test.upper.t, six_digits(golden.number(at + "/t_upper")));
    EXPECT_THAT(test.upper.p, six_digits(golden.number(at + "/p_upper")));
    EXPECT_THAT(test.p, six_digits(golden.number(at + "/p_tost")));
    EXPECT_THAT(test.interval.lower, six_digits(golden.number(at + "/ci90_log/0")));
    EXPECT_THAT(test.interval.upper, six_digits(golden.number(at + "/ci90_log/1")));
    EXPECT_EQ(test.equivalent, golden.value(at + "/equivalent_alpha05").get<bool>());
  }
}

GOLDEN_TEST(geomean_block_ci) {
  const auto cells = golden.value("/cells_x_blocks_d").get<std::vector<std::vector<double>>>();
  const GeometricMeanOverCells over_cells = good(geometric_mean_over_cells(cells));
  const auto per_block = golden.numbers("/g_block");
  ASSERT_EQ(over_cells.per_block.size(), per_block.size());
  for (std::size_t i = 0; i < per_block.size(); ++i) {
    EXPECT_THAT(over_cells.per_block[i], six_digits(per_block[i]));
  }
  EXPECT_THAT(over_cells.test.summary.mean, six_digits(golden.number("/mean")));
  EXPECT_THAT(over_cells.test.summary.standard_error(), six_digits(golden.number("/se")));
  EXPECT_THAT(slowdown_percent(over_cells.test.summary.mean), six_digits(golden.number("/geomean_slowdown_pct")));
  EXPECT_THAT(slowdown_percent(over_cells.test.interval.lower), six_digits(golden.number("/ci95_pct/0")));
  EXPECT_THAT(slowdown_percent(over_cells.test.interval.upper), six_digits(golden.number("/ci95_pct/1")));
  EXPECT_THAT(over_cells.test.p_two_sided, six_digits(golden.number("/p")));
}

GOLDEN_TEST(variance_components) {
  ASSERT_EQ(golden.value("/scale"), "ln");
  std::vector<std::vector<double>> log_values;
  for (const auto& boot : golden.value("/values_boot_x_run").get<std::vector<std::vector<double>>>()) {
    log_values.push_back(good(logs(boot)));
  }
  const VarianceComponents components = good(variance_components(log_values));
  EXPECT_THAT(components.mean_square_between, six_digits(golden.number("/MS_between")));
  EXPECT_THAT(components.mean_square_within, six_digits(golden.number("/MS_within")));
  EXPECT_THAT(components.between_boots, six_digits(golden.number("/var_boot")));
  EXPECT_THAT(components.within_boot, six_digits(golden.number("/var_run")));
  EXPECT_THAT(components.intraclass_correlation, six_digits(golden.number("/icc")));
  EXPECT_THAT(components.mean, six_digits(golden.number("/mean_log")));
  EXPECT_THAT(std::exp(components.mean), six_digits(golden.number("/geomean")));
  EXPECT_THAT(components.standard_error, six_digits(golden.number("/se_mean")));
  EXPECT_EQ(components.boots - 1, golden.count("/df"));
  EXPECT_THAT(exp(components.interval).lower, six_digits(golden.number("/ci95/0")));
  EXPECT_THAT(exp(components.interval).upper, six_digits(golden.number("/ci95/1")));
  const auto advised = good(advised_runs(components, {.boot = 40, .run = 15}));
  ASSERT_TRUE(advised.has_value());
  EXPECT_THAT(advised->optimum, six_digits(golden.number("/m_opt_cost_boot40s_run15s")));
  EXPECT_EQ(advised->runs, golden.count("/m_opt_ceil"));
}

GOLDEN_TEST(merge_mean_var) {
  std::vector<Moments> runs;
  for (const auto& run : golden.value("/reps_n_mean_sd").get<std::vector<std::vector<double>>>()) {
    runs.push_back({run.at(0), run.at(1), run.at(2)});
  }
  const Moments merged = good(merge_moments(runs));
  EXPECT_THAT(merged.count, six_digits(golden.number("/n")));
  EXPECT_THAT(merged.mean, six_digits(golden.number("/mean")));
  EXPECT_THAT(merged.sd, six_digits(golden.number("/sd")));
}

GOLDEN_TEST(median_ci_order_statistics_95) {
  for (const std::string& n : golden.keys("")) {
    const auto orders = median_orders(std::stoul(n));
    if (golden.size("/" + n) == 0) {  // null: no interval at all
      EXPECT_TRUE(golden.value("/" + n).is_null());
      EXPECT_FALSE(orders.has_value()) << n;
      continue;
    }
    ASSERT_TRUE(orders.has_value()) << n;
    EXPECT_EQ(orders->lower, golden.count("/" + n + "/lo_order")) << n;
    EXPECT_EQ(orders->upper, golden.count("/" + n + "/hi_order")) << n;
    EXPECT_THAT(orders->confidence, six_digits(golden.number("/" + n + "/confidence"))) << n;
  }
}

GOLDEN_TEST(modified_z) {
  const ModifiedZ scores = good(modified_z(golden.numbers("/x")));
  EXPECT_THAT(scores.median, six_digits(golden.number("/median")));
  EXPECT_THAT(scores.mad, six_digits(golden.number("/mad")));
  const auto z = golden.numbers("/z");
  ASSERT_EQ(scores.z.size(), z.size());
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_THAT(scores.z[i], six_digits(z[i]));
  EXPECT_EQ(scores.flags(3.5), golden.value("/flag_abs_gt_3.5").get<std::vector<bool>>());
}

GOLDEN_TEST(quantiles) {
  for (const std::string& df : golden.keys("/t_0.975")) {
    EXPECT_THAT(student_t_quantile(0.975, std::stod(df)), six_digits(golden.number("/t_0.975/" + df)));
  }
  for (const std::string& df : golden.keys("/t_0.95")) {
    EXPECT_THAT(student_t_quantile(0.95, std::stod(df)), six_digits(golden.number("/t_0.95/" + df)));
  }
}

}  // namespace
}  // namespace ringside::stats::testing
