// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fio/result.h"

namespace ringside::fio {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(IopsLog, sums_jobs_and_directions_by_interval) {
  const auto samples =
      parse_iops_log("80, 1000, 0, 0, 0\n160, 1100, 0, 0, 0\n80, 10, 1, 0, 0\n161, 11, 1, 0, 0\n", Milliseconds{80});
  ASSERT_TRUE(samples) << samples.error().text();
  EXPECT_THAT(*samples, ElementsAre(DoubleEq(1010), DoubleEq(1111)));
}

TEST(IopsLog, line_a_millisecond_early_belongs_to_its_interval) {
  const auto samples = parse_iops_log("79, 5, 0, 0\n160, 6, 0, 0\n239, 7, 0, 0\n", Milliseconds{80});
  ASSERT_TRUE(samples);
  EXPECT_THAT(*samples, ElementsAre(5, 6, 7));
}

TEST(IopsLog, interval_that_a_job_missed_is_left_out) {
  const auto samples =
      parse_iops_log("80, 5, 0, 0\n80, 5, 0, 0\n160, 5, 0, 0\n240, 6, 0, 0\n241, 6, 0, 0\n", Milliseconds{80});
  ASSERT_TRUE(samples);
  EXPECT_THAT(*samples, ElementsAre(10, 12));
}

TEST(IopsLog, of_old_and_new_fio_is_read_alike) {
  EXPECT_THAT(parse_iops_log("1000, 7, 0, 4096\n", Milliseconds{1000}).value(), ElementsAre(7));
  EXPECT_THAT(parse_iops_log("1000, 7, 0, 4096, 0, 0x0000\n", Milliseconds{1000}).value(), ElementsAre(7));
}

TEST(IopsLog, empty_is_no_sample) {
  EXPECT_TRUE(parse_iops_log("", Milliseconds{10}).value().empty());
}

TEST(IopsLog, that_is_not_fios_is_refused) {
  for (const char* text : {"80\n", "80, 5\n", "80, 5, 7, 0\n", "80, x, 0, 0\n", "-80, 5, 0, 0\n", "80; 5; 0\n"}) {
    const auto samples = parse_iops_log(text, Milliseconds{80});
    ASSERT_FALSE(samples) << text;
    EXPECT_EQ(samples.error().code, ErrorCode::invalid_result);
  }
}

}  // namespace
}  // namespace ringside::fio
