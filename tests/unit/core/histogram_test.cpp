// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/histogram.h"

#include <gtest/gtest.h>

#include <limits>

namespace ringside {
namespace {

TEST(Histogram, buckets_follow_each_other_without_gap_or_overlap) {
  for (const HistogramResolution resolution : {HistogramResolution::fio(), HistogramResolution::probes()}) {
    for (std::uint32_t index = 0; index + 1 < resolution.bucket_count(); ++index) {
      const std::uint64_t first = resolution.lower_bound(index);
      const std::uint64_t next = first + resolution.width(index);
      ASSERT_EQ(resolution.lower_bound(index + 1), next) << index;
      ASSERT_EQ(resolution.index_of(first), index);
      ASSERT_EQ(resolution.index_of(next - 1), index);
      ASSERT_EQ(resolution.index_of(resolution.mid(index)), index);
    }
  }
}

TEST(Histogram, the_largest_value_falls_into_the_last_bucket) {
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  for (const HistogramResolution resolution : {HistogramResolution::fio(), HistogramResolution::probes()}) {
    EXPECT_EQ(resolution.index_of(largest), resolution.bucket_count() - 1);
  }
  EXPECT_EQ(HistogramResolution::fio().bucket_count(), 1856U);
  EXPECT_EQ(HistogramResolution::probes().bucket_count(), 976U);
}

TEST(Histogram, counts_of_one_bucket_add_up_in_any_order) {
  Histogram histogram;
  histogram.add(5000, 2);
  histogram.add(10);
  histogram.add(5001, 3);
  histogram.add(700, 0);
  ASSERT_EQ(histogram.bins().size(), 2U);
  EXPECT_EQ(histogram.bins()[0], (HistogramBin{10, 1}));
  EXPECT_EQ(histogram.bins()[1].count, 5U);
  EXPECT_EQ(histogram.total(), 6U);
}

TEST(Histogram, from_bins_restores_what_bins_gave) {
  Histogram histogram(HistogramResolution::probes());
  for (std::uint64_t value = 1; value < 1'000'000; value *= 3) histogram.add(value, value);
  const std::vector<HistogramBin> bins(histogram.bins().rbegin(), histogram.bins().rend());
  const auto restored = Histogram::from_bins(HistogramResolution::probes(), bins);
  ASSERT_TRUE(restored.has_value());
  EXPECT_EQ(*restored, histogram);
}

TEST(Histogram, from_bins_refuses_an_index_that_does_not_exist) {
  const auto refused = Histogram::from_bins(HistogramResolution::fio(), {{1856, 1}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_result);
}

TEST(Histogram, a_value_that_is_no_middle_of_a_bucket_is_refused) {
  Histogram histogram;
  EXPECT_TRUE(histogram.add_mid(20096, 7).has_value());
  EXPECT_FALSE(histogram.add_mid(20097, 7).has_value());
  EXPECT_FALSE(histogram.add_mid(std::uint64_t{1} << 40, 7).has_value());
  EXPECT_EQ(histogram.total(), 7U);
}

TEST(Histogram, merging_adds_bucket_by_bucket) {
  Histogram a;
  a.add(100, 1);
  a.add(9000, 2);
  Histogram b;
  b.add(100, 10);
  b.add(50, 5);
  ASSERT_TRUE(a.merge(b).has_value());
  EXPECT_EQ(a.total(), 18U);
  ASSERT_EQ(a.bins().size(), 3U);
  EXPECT_EQ(a.bins()[1].count, 11U);
}

TEST(Histogram, other_resolutions_are_refused_and_change_nothing) {
  Histogram fio;
  fio.add(100);
  Histogram probes(HistogramResolution::probes());
  probes.add(100);
  const auto refused = fio.merge(probes);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_result);
  EXPECT_EQ(fio.total(), 1U);
}

}  // namespace
}  // namespace ringside
