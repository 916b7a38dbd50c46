// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/histogram.h"
#include "golden.h"
#include "stats/quantile.h"

namespace ringside::stats::testing {
namespace {

GOLDEN_TEST(fio_bins) {
  const HistogramResolution fio = HistogramResolution::fio();
  ASSERT_GT(golden.size(""), 0U);
  for (std::size_t i = 0; i < golden.size(""); ++i) {
    const std::string at = "/" + std::to_string(i);
    const auto index = fio.index_of(golden.value(at + "/ns").get<std::uint64_t>());
    EXPECT_EQ(index, golden.value(at + "/idx").get<std::uint32_t>());
    EXPECT_EQ(fio.mid(index), golden.value(at + "/mid_reported").get<std::uint64_t>());
    EXPECT_EQ(fio.lower_bound(index), golden.value(at + "/lo").get<std::uint64_t>());
    EXPECT_EQ(fio.lower_bound(index) + fio.width(index), golden.value(at + "/hi").get<std::uint64_t>());
  }
}

Histogram from_mids(GoldenGroup& golden, const std::string& path) {
  Histogram histogram;
  for (const std::string& mid : golden.keys(path)) {
    const auto count = golden.value(path + "/" + mid).get<std::uint64_t>();
    EXPECT_TRUE(histogram.add_mid(std::stoull(mid), count).has_value()) << mid;
  }
  return histogram;
}

GOLDEN_TEST(histogram_merge) {
  std::vector<Histogram> runs;
  for (std::size_t i = 0; i < golden.size("/reps_mid_to_count"); ++i) {
    runs.push_back(from_mids(golden, "/reps_mid_to_count/" + std::to_string(i)));
  }
  const Histogram sum = good(merged(runs));
  EXPECT_EQ(sum, from_mids(golden, "/merged"));
  EXPECT_EQ(sum.total(), golden.value("/N").get<std::uint64_t>());

  for (std::size_t i = 0; i < golden.size("/percentiles"); ++i) {
    const std::string at = "/percentiles/" + std::to_string(i);
    const double p = golden.number(at + "/p");
    const double merged_by_fio = static_cast<double>(good(quantile_by_fio_rule(sum, p)));
    EXPECT_EQ(merged_by_fio, golden.number(at + "/merged_fio_rule"));
    EXPECT_THAT(good(quantile_interpolated(sum, p)), six_digits(golden.number(at + "/merged_interpolated")));
    double mean_of_runs = 0;
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const double of_run = static_cast<double>(good(quantile_by_fio_rule(runs[run], p)));
      EXPECT_EQ(of_run, golden.number(at + "/per_rep_fio_rule/" + std::to_string(run)));
      mean_of_runs += of_run / static_cast<double>(runs.size());
    }
    // What must never be reported: averaging the runs' percentiles gives another number.
    EXPECT_THAT(mean_of_runs, six_digits(golden.number(at + "/mean_of_percentiles_WRONG")));
    EXPECT_NE(mean_of_runs, merged_by_fio);
  }

  const JackknifeQuantile jackknife = good(jackknife_log_quantile(runs, 0.99));
  const auto leave_one_out = golden.numbers("/jackknife_loo_ln_p99_interp");
  ASSERT_EQ(jackknife.leave_one_out.size(), leave_one_out.size());
  for (std::size_t i = 0; i < leave_one_out.size(); ++i) {
    EXPECT_THAT(jackknife.leave_one_out[i], six_digits(leave_one_out[i]));
  }
  EXPECT_THAT(jackknife.standard_error, six_digits(golden.number("/jackknife_se_ln_p99")));
}

}  // namespace
}  // namespace ringside::stats::testing
