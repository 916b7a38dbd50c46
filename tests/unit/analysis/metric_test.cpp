// SPDX-License-Identifier: GPL-3.0-or-later
// Names of metrics, margins of cells, attempts that count: the small pure parts.
#include "analysis/metric.h"

#include <gmock/gmock.h>

#include "analysis/attempts.h"
#include "analysis/margins.h"

namespace ringside::analysis {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Metric, every_name_is_read_back) {
  for (const auto& directions : {std::vector{Direction::read}, std::vector{Direction::read, Direction::write}}) {
    for (const Metric& metric : metrics_of(directions)) EXPECT_EQ(parse_metric(metric.name()).value(), metric);
  }
}

TEST(Metric, names_carry_the_direction_only_where_there_are_two) {
  EXPECT_EQ(metrics_of({Direction::write}).front().name(), "iops");
  EXPECT_EQ(metrics_of({Direction::read, Direction::write}).back().name(), "write.lat_p999");
}

TEST(Metric, unknown_names_are_refused) {
  for (const char* name : {"", "iop", "read.", "up.iops", "read.lat_p42", "iops.read"}) {
    const auto metric = parse_metric(name);
    ASSERT_FALSE(metric) << name;
    EXPECT_EQ(metric.error().code, ErrorCode::usage);
  }
}

TEST(Metric, default_margins_are_those_of_the_documentation) {
  EXPECT_EQ(parse_metric("iops")->default_margin(), Fraction{0.05});
  EXPECT_EQ(parse_metric("lat_p99")->default_margin(), Fraction{0.10});
  EXPECT_EQ(parse_metric("lat_p999")->default_margin(), Fraction{0.15});
}

TEST(Margins, the_wish_goes_before_the_campaign_and_the_campaign_before_the_default) {
  const Metric p99 = parse_metric("lat_p99").value();
  const std::vector<store::MarginRecord> campaign{{"*", "lat_p99", Fraction{0.2}}};
  EXPECT_EQ(margin_of(p99, "bs=4k", {}, {}), Fraction{0.10});
  EXPECT_EQ(margin_of(p99, "bs=4k", {}, campaign), Fraction{0.2});
  EXPECT_EQ(margin_of(p99, "bs=4k", {{"lat_p99", Fraction{0.3}}}, campaign), Fraction{0.3});
}

TEST(Margins, the_last_rule_that_fits_the_cell_wins) {
  const Metric iops = parse_metric("iops").value();
  const std::vector<store::MarginRecord> campaign{
      {"*", "iops", Fraction{0.02}}, {"bs=4k *", "iops", Fraction{0.04}}, {"*", "lat_p99", Fraction{0.5}}};
  EXPECT_EQ(margin_of(iops, "bs=4k iodepth=1", {}, campaign), Fraction{0.04});
  EXPECT_EQ(margin_of(iops, "bs=512 iodepth=1", {}, campaign), Fraction{0.02});
}

TEST(Margins, a_name_without_direction_covers_both) {
  const Metric reads = parse_metric("read.iops").value();
  EXPECT_EQ(margin_of(reads, "", {}, std::vector<store::MarginRecord>{{"*", "iops", Fraction{0.02}}}), Fraction{0.02});
  EXPECT_EQ(margin_of(reads, "", {{"iops", Fraction{0.02}}, {"read.iops", Fraction{0.03}}}, {}), Fraction{0.03});
}

store::BlockRecord block(std::int64_t id, int number, int attempt, store::BlockStatus status) {
  store::BlockRecord record;
  record.id = BlockId{id};
  record.number = number;
  record.attempt = attempt;
  record.status = status;
  return record;
}

TEST(Attempts, the_last_completed_one_counts) {
  using enum store::BlockStatus;
  const Attempts attempts =
      attempts_of(std::vector{block(1, 1, 1, complete), block(2, 1, 2, complete), block(3, 1, 3, failed),  // 2 counts
                              block(4, 2, 1, failed), block(5, 2, 2, failed),                              // bad
                              block(6, 3, 1, interrupted), block(7, 4, 1, running),  // not measured
                              block(8, 5, 1, interrupted), block(9, 5, 2, complete)});
  EXPECT_THAT(attempts.counting, ElementsAre(Pair(BlockId{2}, 1), Pair(BlockId{9}, 5)));
  EXPECT_THAT(attempts.failed, ElementsAre(2));
  EXPECT_EQ(attempts.all, 9);
  EXPECT_EQ(attempts.ended(), 3U);
}

}  // namespace
}  // namespace ringside::analysis
