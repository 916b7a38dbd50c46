// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "golden.h"
#include "stats/binomial.h"
#include "stats/drift.h"
#include "stats/effect.h"
#include "stats/gate.h"
#include "stats/littles_law.h"
#include "stats/power.h"
#include "stats/variance.h"
#include "stats/verdict.h"

namespace ringside::stats::testing {
namespace {

GOLDEN_TEST(power) {
  const double variance = 0.02 * 0.02;
  EXPECT_THAT(sd_of_theta(variance, variance, 5, Pairing::boot_per_arm), six_digits(golden.number("/sd_d_m5")));
  EXPECT_THAT(sd_of_theta(variance, variance, 1, Pairing::boot_per_arm), six_digits(golden.number("/sd_d_m1")));

  for (std::size_t i = 0; i < golden.size("/power_paired_t"); ++i) {
    const std::string at = "/power_paired_t/" + std::to_string(i);
    const double theta = as_log(Fraction{golden.number(at + "/theta_pct") / 100});
    const auto power = power_of_paired_t(theta, golden.count(at + "/n"), {.sd = golden.number(at + "/sd_d")});
    EXPECT_THAT(good(power), six_digits(golden.number(at + "/power"))) << at;
  }
  for (std::size_t i = 0; i < golden.size("/n_required_80pct"); ++i) {
    const std::string at = "/n_required_80pct/" + std::to_string(i);
    const double theta = as_log(Fraction{golden.number(at + "/theta_pct") / 100});
    const PowerQuestion question{.sd = golden.number(at + "/sd_d"), .alpha = golden.number(at + "/alpha")};
    EXPECT_EQ(good(blocks_required(theta, question)), golden.count(at + "/n")) << at;
  }
  for (std::size_t i = 0; i < golden.size("/mde_pct_80"); ++i) {
    const std::string at = "/mde_pct_80/" + std::to_string(i);
    const auto theta = detectable_effect(golden.count(at + "/n"), {.sd = golden.number(at + "/sd_d")});
    EXPECT_THAT(slowdown_percent(good(theta)), six_digits(golden.number(at + "/mde_pct"))) << at;
  }
}

GOLDEN_TEST(aa_clopper_pearson) {
  ASSERT_GT(golden.size(""), 0U);
  for (std::size_t i = 0; i < golden.size(""); ++i) {
    const std::string at = "/" + std::to_string(i);
    const auto hits = golden.value(at + "/fp").get<std::uint64_t>();
    const auto trials = golden.value(at + "/n").get<std::uint64_t>();
    const FalsePositiveRate rate = good(false_positive_rate(hits, trials));
    EXPECT_THAT(rate.rate, six_digits(golden.number(at + "/rate")));
    EXPECT_THAT(rate.interval.lower, six_digits(golden.number(at + "/ci95/0")));
    EXPECT_THAT(rate.interval.upper, six_digits(golden.number(at + "/ci95/1")));
    EXPECT_THAT(good(binomial_at_least(hits, trials, 0.05)), six_digits(golden.number(at + "/p_binom_ge_vs_5pct")));
  }
}

GOLDEN_TEST(steady_slope) {
  const auto samples = golden.numbers("/iops_per_s");
  const Drift whole = good(drift(samples));
  EXPECT_THAT(whole.slope, six_digits(golden.number("/slope_per_s")));
  EXPECT_THAT(whole.mean, six_digits(golden.number("/mean")));
  EXPECT_THAT(100 * whole.over_window, six_digits(golden.number("/drift_over_window_pct")));
  EXPECT_THAT(100 * whole.slope_of_mean, six_digits(golden.number("/slope_pct_of_mean_fio_style")));
  const auto last_five = std::span(samples).last(5);
  EXPECT_THAT(100 * good(drift(last_five)).over_window, six_digits(golden.number("/last5_drift_pct")));
  EXPECT_THAT(100 * good(coefficient_of_variation(last_five)), six_digits(golden.number("/cov_last5_pct")));
}

GOLDEN_TEST(littles_law) {
  const auto iodepth = golden.value("/iodepth").get<std::uint32_t>();
  const double log_ratio = good(littles_law_log_ratio(golden.number("/iops"), 1000 * golden.number("/mean_lat_us"),
                                                      iodepth, golden.value("/numjobs").get<std::uint32_t>()));
  EXPECT_THAT(log_ratio, six_digits(golden.number("/ln_ratio")));
  EXPECT_EQ(check_littles_law(log_ratio, iodepth) == LittlesLawCheck::holds,
            golden.value("/ok_abs_lt_0.05").get<bool>());
}

GOLDEN_TEST(verdict_table) {
  ASSERT_GT(golden.size(""), 0U);
  for (std::size_t i = 0; i < golden.size(""); ++i) {
    const std::string at = "/" + std::to_string(i);
    const Summary summary{golden.count(at + "/n"), golden.number(at + "/mean"), golden.number(at + "/sd")};
    const VerdictRule rule{.margin = Fraction{golden.number(at + "/delta_pct") / 100},
                           .floor = Fraction{golden.number(at + "/floor_pct") / 100}};
    const Assessment assessment = assess(summary, rule);
    const Decision decision = decide(assessment);
    EXPECT_EQ(to_text(decision.verdict), golden.value(at + "/verdict").get<std::string>()) << at;
    EXPECT_EQ(to_text(gate_outcome(assessment, decision)), golden.value(at + "/gate").get<std::string>()) << at;
  }
}

}  // namespace
}  // namespace ringside::stats::testing
