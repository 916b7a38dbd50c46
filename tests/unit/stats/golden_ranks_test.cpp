// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "golden.h"
#include "stats/multiplicity.h"
#include "stats/paired.h"
#include "stats/ranks.h"
#include "stats/signed_rank.h"

namespace ringside::stats::testing {
namespace {

GOLDEN_TEST(mann_whitney_exact_hl) {
  const auto x = golden.numbers("/x");
  const auto y = golden.numbers("/y");
  const MannWhitney test = good(mann_whitney_exact(x, y));
  EXPECT_THAT(test.u_x, six_digits(golden.number("/U_x")));
  EXPECT_THAT(test.u_y, six_digits(golden.number("/U_y")));
  EXPECT_THAT(test.p_two_sided, six_digits(golden.number("/p_two_sided_exact")));
  const ShiftEstimate shift = good(hodges_lehmann_shift(x, y));
  EXPECT_THAT(shift.shift, six_digits(golden.number("/hodges_lehmann_shift_x_minus_y")));
  EXPECT_EQ(shift.k, golden.count("/ci_k"));
  ASSERT_TRUE(shift.interval.has_value());
  EXPECT_THAT(shift.interval->lower, six_digits(golden.number("/ci/0")));
  EXPECT_THAT(shift.interval->upper, six_digits(golden.number("/ci/1")));
  EXPECT_THAT(shift.interval->confidence, six_digits(golden.number("/ci_confidence")));
}

GOLDEN_TEST(mann_whitney_exact_7v6) {
  const MannWhitney test = good(mann_whitney_exact(golden.numbers("/x"), golden.numbers("/y")));
  EXPECT_THAT(test.u_x, six_digits(golden.number("/U_x")));
  EXPECT_THAT(test.p_two_sided, six_digits(golden.number("/p_two_sided_exact")));
}

double choose(std::size_t n, std::size_t k) {
  double ways = 1;
  for (std::size_t i = 1; i <= k; ++i) ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  return ways;
}

GOLDEN_TEST(mann_whitney_ties_6v6) {
  const auto x = golden.numbers("/x");
  const auto y = golden.numbers("/y");
  const MannWhitney exact = good(mann_whitney_exact(x, y));
  EXPECT_THAT(exact.u_x, six_digits(golden.number("/U_x")));
  EXPECT_THAT(exact.p_two_sided, six_digits(golden.number("/p_exact_permutation_midrank")));
  // p is a count over all the ways to split the values.
  const double splits = golden.number("/perms");
  EXPECT_THAT(choose(x.size() + y.size(), x.size()), six_digits(splits));
  EXPECT_NEAR(exact.p_two_sided * splits, std::round(exact.p_two_sided * splits), 1e-9);
  EXPECT_THAT(good(mann_whitney_asymptotic(x, y)).p_two_sided,
              six_digits(golden.number("/p_asymptotic_tie_and_continuity_corrected")));
}

GOLDEN_TEST(mann_whitney_min_p_two_sided) {
  for (const std::string& n : golden.keys("")) {
    std::vector<double> low;
    std::vector<double> high;
    for (std::size_t i = 0; i < std::stoul(n); ++i) {
      low.push_back(static_cast<double>(i));
      high.push_back(static_cast<double>(i) + 1000);
    }
    EXPECT_THAT(good(mann_whitney_exact(low, high)).p_two_sided, six_digits(golden.number("/" + n))) << n;
  }
}

GOLDEN_TEST(signed_rank_or_signflip_min_p_two_sided) {
  for (const std::string& n : golden.keys("")) {
    std::vector<double> positive;
    for (std::size_t i = 0; i < std::stoul(n); ++i) positive.push_back(static_cast<double>(i) + 1);
    const double expected = golden.number("/" + n);
    EXPECT_THAT(good(signed_rank_exact(positive)).p_two_sided, six_digits(expected)) << n;
    EXPECT_THAT(good(sign_flip_exact(positive)), six_digits(expected)) << n;
  }
}

GOLDEN_TEST(signed_rank_hl_signflip) {
  const auto d = golden.numbers("/d");
  const SignedRank test = good(signed_rank_exact(d));
  EXPECT_THAT(test.t_plus, six_digits(golden.number("/T_plus")));
  EXPECT_THAT(test.p_two_sided, six_digits(golden.number("/p_signed_rank_exact")));
  const PseudomedianEstimate estimate = good(hodges_lehmann(d));
  EXPECT_THAT(estimate.value, six_digits(golden.number("/hl_pseudomedian")));
  EXPECT_EQ(estimate.walsh_averages, golden.count("/walsh_count"));
  EXPECT_EQ(estimate.k, golden.count("/ci_k"));
  ASSERT_TRUE(estimate.interval.has_value());
  EXPECT_THAT(estimate.interval->lower, six_digits(golden.number("/ci/0")));
  EXPECT_THAT(estimate.interval->upper, six_digits(golden.number("/ci/1")));
  EXPECT_THAT(estimate.interval->confidence, six_digits(golden.number("/ci_confidence")));
  EXPECT_THAT(good(sign_flip_exact(d)), six_digits(golden.number("/p_signflip_mean_exact")));
  const PairedTest t_test = good(paired_t(d));
  EXPECT_THAT(t_test.t, six_digits(golden.number("/t")));
  EXPECT_THAT(t_test.p_two_sided, six_digits(golden.number("/p_paired_t")));
}

GOLDEN_TEST(holm_bh) {
  ASSERT_GT(golden.size(""), 0U);
  for (std::size_t i = 0; i < golden.size(""); ++i) {
    const std::string at = "/" + std::to_string(i);
    const auto p = golden.numbers(at + "/p");
    const auto by_holm = good(holm(p));
    const auto by_bh = good(benjamini_hochberg(p));
    const auto expected_holm = golden.numbers(at + "/holm");
    const auto expected_bh = golden.numbers(at + "/bh");
    ASSERT_EQ(by_holm.size(), p.size());
    ASSERT_EQ(by_bh.size(), p.size());
    for (std::size_t j = 0; j < p.size(); ++j) {
      EXPECT_THAT(by_holm[j], six_digits(expected_holm[j]));
      EXPECT_THAT(by_bh[j], six_digits(expected_bh[j]));
    }
  }
}

}  // namespace
}  // namespace ringside::stats::testing
