// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>

#include "report/interval_plot.h"
#include "report/latency_plot.h"
#include "report/log_axis.h"

namespace ringside::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(LogAxis, equal_ratios_are_equal_distances) {
  const LogAxis axis(1, 100, 0, 200);
  EXPECT_DOUBLE_EQ(axis.at(1), 0);
  EXPECT_DOUBLE_EQ(axis.at(10), 100);
  EXPECT_DOUBLE_EQ(axis.at(100), 200);
}

TEST(LogAxis, what_lies_outside_is_drawn_at_the_end) {
  const LogAxis axis(1, 10, 50, 150);
  EXPECT_DOUBLE_EQ(axis.at(0.5), 50);
  EXPECT_DOUBLE_EQ(axis.at(1e9), 150);
}

TEST(LogAxis, a_single_value_has_room_around_it) {
  const LogAxis axis(3, 3, 0, 100);
  EXPECT_GT(axis.at(3), 10);
  EXPECT_LT(axis.at(3), 90);
}

TEST(LogAxis, ticks_are_round_inside_and_at_least_three) {
  EXPECT_EQ(LogAxis(1, 10, 0, 1).ticks(), (std::vector<double>{1, 2, 5, 10}));
  for (const double high : {1.1, 1.3, 1.9, 2.5, 40.0, 1e6}) {
    const auto ticks = LogAxis(0.9, high, 0, 1).ticks();
    EXPECT_GE(ticks.size(), 3U) << high;
    EXPECT_TRUE(std::ranges::is_sorted(ticks));
    EXPECT_GE(ticks.front(), 0.9 * 0.999);
    EXPECT_LE(ticks.back(), high * 1.001);
  }
}

TEST(IntervalPlot, each_cell_has_its_line_and_a_hostile_name_is_text) {
  const std::vector<IntervalRow> rows{{"bs=4k", 1.4, stats::Interval{1.2, 1.6}, Tone::good, "1.40×"},
                                      {"<b>", std::nullopt, std::nullopt, Tone::bad, ""}};
  const std::string svg = interval_plot("title <i>", rows);
  EXPECT_EQ(count_of(svg, "<circle"), 1U);
  EXPECT_THAT(svg, HasSubstr("class=\"good\""));
  EXPECT_THAT(svg, HasSubstr("no figure"));
  EXPECT_THAT(svg, HasSubstr("&lt;b&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
  EXPECT_THAT(svg, Not(HasSubstr("<i>")));
}

TEST(IntervalPlot, nothing_is_drawn_of_nothing) {
  EXPECT_EQ(interval_plot("t", {}), "");
}

TEST(IntervalPlot, a_huge_matrix_says_what_it_leaves_out) {
  const std::vector<IntervalRow> rows(1'000, {"cell", 1.0, stats::Interval{0.9, 1.1}, Tone::plain, "="});
  const std::string svg = interval_plot("t", rows);
  EXPECT_EQ(count_of(svg, "<circle"), 200U);
  EXPECT_THAT(svg, HasSubstr("800 cells more in the table"));
}

analysis::LatencyCurve curve_of(std::size_t points) {
  analysis::LatencyCurve curve;
  for (std::size_t i = 1; i <= points; ++i) {
    curve.points.push_back({1000.0 * static_cast<double>(i), static_cast<double>(i) / static_cast<double>(points)});
  }
  curve.samples = points;
  return curve;
}

TEST(LatencyPlot, a_curve_of_many_bins_stays_small) {
  const std::string svg = latency_plot("cell", {{"irq", curve_of(5'000)}});
  EXPECT_EQ(count_of(svg, "<polyline"), 1U);
  EXPECT_LT(svg.size(), 8'000U);
}

TEST(LatencyPlot, an_arm_without_samples_is_in_the_legend_only) {
  const std::string svg = latency_plot("cell", {{"irq", curve_of(10)}, {"empty", {}}});
  EXPECT_EQ(count_of(svg, "<polyline"), 1U);
  EXPECT_THAT(svg, HasSubstr("empty"));
  EXPECT_EQ(latency_plot("cell", {{"empty", {}}}), "");
}

}  // namespace
}  // namespace ringside::report
