// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <qcustomplot.h>

#include "gui/views/plot_drawing.h"

namespace ringside::gui::test {
namespace {

PlotData two_points(Scale scale, double left, double right) {
  PlotData data;
  data.x.scale = scale;
  data.series.push_back({.name = QStringLiteral("a"), .points = {{left, 10, 8, 12}, {right, 20, 15, 25}}});
  data.series.back().spread = Spread::bars;
  return data;
}

TEST(Plot, has_all_points_and_intervals_in_sight) {
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    const PlotData data = two_points(scale, 1'000, 64'000);
    QCustomPlot plot;
    draw_plot(plot, data);
    fit_ranges(plot, data);
    EXPECT_TRUE(scale == Scale::linear || plot.xAxis->range().lower > 0);
    EXPECT_LT(plot.xAxis->range().lower, 1'000);
    EXPECT_GT(plot.xAxis->range().upper, 64'000);
    EXPECT_LT(plot.xAxis->range().upper, 200'000) << "and not much else";
    EXPECT_LT(plot.yAxis->range().lower, 8);
    EXPECT_GT(plot.yAxis->range().upper, 25);
  }
}

TEST(Plot, of_one_campaign_shows_a_day_to_each_side_and_not_ten_years) {
  const PlotData data = two_points(Scale::time, 1.6e12, 1.6e12);
  QCustomPlot plot;
  draw_plot(plot, data);
  fit_ranges(plot, data);
  EXPECT_NEAR(plot.xAxis->range().size(), 2 * 86'400, 1);
}

}  // namespace
}  // namespace ringside::gui::test
