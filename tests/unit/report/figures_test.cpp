// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/figures.h"

#include <gtest/gtest.h>

#include <limits>

#include "report/cell_names.h"
#include "report/run_summary.h"

namespace ringside::report {
namespace {

using analysis::Metric;
using analysis::MetricKind;

TEST(Figures, have_three_significant_digits) {
  EXPECT_EQ(si_text(0), "0.00");
  EXPECT_EQ(si_text(12.34), "12.3");
  EXPECT_EQ(si_text(963.4), "963");
  EXPECT_EQ(si_text(999.6), "1.00k");
  EXPECT_EQ(si_text(4512), "4.51k");
  EXPECT_EQ(si_text(99960), "100k");
  EXPECT_EQ(si_text(1.2e6), "1.20M");
  EXPECT_EQ(si_text(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(Figures, estimates_show_their_interval) {
  analysis::Estimate estimate;
  EXPECT_EQ(estimate_text(Metric{}, estimate), "–");
  estimate.value = 4512;
  EXPECT_EQ(estimate_text(Metric{}, estimate), "4.51k");
  estimate.interval = stats::Interval{4200, 4800, 0.95};
  EXPECT_EQ(estimate_text(Metric{}, estimate),
            "4.51k [4.20k,\xC2\xA0"
            "4.80k]");
  estimate.unsupported = true;
  EXPECT_EQ(estimate_text(Metric{}, estimate), "unsupported");
}

TEST(Figures, latencies_have_units) {
  EXPECT_EQ(metric_text(Metric{MetricKind::lat_p99, {}}, 13.1e6), "13.1ms");
  EXPECT_EQ(metric_title(Metric{MetricKind::lat_p999, Direction::write}), "write p99.9 latency");
}

TEST(Figures, ratios_and_percentages_read_naturally) {
  EXPECT_EQ(ratio_text(std::nullopt), "–");
  EXPECT_EQ(ratio_text(analysis::RatioEstimate{1.4, stats::Interval{1.22, 1.61, 0.95}}),
            "1.40× [1.22,\xC2\xA0"
            "1.61]");
  EXPECT_EQ(percent_text(0.05), "5%");
  EXPECT_EQ(percent_text(0.045), "4.5%");
  EXPECT_EQ(percent_text(0.238), "24%");
  EXPECT_EQ(percent_text(0.0012), "0.12%");
  EXPECT_EQ(counted(1, "block"), "1 block");
  EXPECT_EQ(counted(0, "block"), "0 blocks");
}

TEST(Figures, waiting_times_are_rounded_to_what_a_person_cares_about) {
  EXPECT_EQ(waiting_text(std::chrono::milliseconds(499)), "0s");
  EXPECT_EQ(waiting_text(std::chrono::seconds(59)), "59s");
  EXPECT_EQ(waiting_text(std::chrono::seconds(200)), "3m20s");
  EXPECT_EQ(waiting_text(std::chrono::seconds(7500)), "2h05m");
  EXPECT_EQ(waiting_text(std::chrono::seconds(-5)), "0s");
}

TEST(CellNames, what_all_cells_share_is_said_once) {
  const std::vector<OptionMap> cells{{{"bs", std::string("4k")}, {"numjobs", std::int64_t{1}}},
                                     {{"bs", std::string("4k")}, {"numjobs", std::int64_t{2}}}};
  const auto names = cell_names(cells);
  EXPECT_EQ(names.common, "bs=4k");
  EXPECT_EQ(names.names, (std::vector<std::string>{"numjobs=1", "numjobs=2"}));
}

TEST(CellNames, a_single_cell_keeps_its_key) {
  const auto names = cell_names(std::vector<OptionMap>{{{"bs", std::string("4k")}}});
  EXPECT_EQ(names.common, "");
  EXPECT_EQ(names.names, std::vector<std::string>{"bs=4k"});
}

TEST(CellNames, no_cells_have_no_names) {
  EXPECT_TRUE(cell_names({}).names.empty());
}

TEST(RunSummary, tells_the_share_of_time_outside_fio) {
  RunFacts facts;
  facts.wall = std::chrono::seconds(100);
  facts.inside_fio = std::chrono::seconds(72);
  facts.valid = 36;
  facts.boots = 6;
  EXPECT_NEAR(share_outside_fio(facts), 0.28, 1e-12);
  EXPECT_EQ(run_summary(facts)[0], "36 valid measurements in 1m40s and 6 boots; 28% of the time outside fio");
}

TEST(RunSummary, without_wall_time_divides_by_nothing) {
  EXPECT_EQ(share_outside_fio(RunFacts{}), 0);
}

TEST(RunSummary, names_changes_of_arm_only_where_there_were_some) {
  RunFacts facts;
  facts.database = "/db";
  EXPECT_EQ(run_summary(facts).size(), 3u);
  facts.arm_changes = 18;
  facts.arm_change_median = std::chrono::milliseconds(450);
  facts.arm_change_longest = std::chrono::milliseconds(900);
  EXPECT_EQ(run_summary(facts)[1], "change of arm inside a boot: median 450ms, longest 900ms, 18 in all");
}

TEST(RunSummary, proposes_commands_that_find_the_same_database) {
  RunFacts facts;
  facts.database = "/tmp/x.db";
  facts.database_flag = " --db /tmp/x.db";
  EXPECT_EQ(run_summary(facts).back(),
            "look further: ringside show 00000000 --db /tmp/x.db · ringside compare --db /tmp/x.db --format markdown");
}

}  // namespace
}  // namespace ringside::report
