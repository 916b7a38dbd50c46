// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as values: what is plotted, apart from how it is drawn. Tests read the figures here.
#pragma once

#include <QString>
#include <vector>

namespace ringside::gui {

enum class Scale {
  linear,
  logarithmic,
  nines,     // of a share: equal steps from 90 % to 99 % to 99.9 %
  time,      // milliseconds since 1970, UTC
  category,  // whole numbers, named by `ticks`
};

struct Tick {
  double at = 0;
  QString label;
};

struct PlotAxis {
  QString title;  // with its unit
  Scale scale = Scale::linear;
  bool si_prefixes = false;  // "4.5k" at the ticks
  bool nanoseconds = false;  // "1.5ms" at the ticks
  bool from_zero = false;
  std::vector<Tick> ticks{};  // category only
};

struct PlotPoint {
  double x = 0;
  double y = 0;
  double lower = 0;  // of y; only where the series has a spread
  double upper = 0;
  QString label{};  // for the tool tip
};

enum class Spread { none, bars, band };

struct PlotSeries {
  QString name;
  int colour = 0;  // of the palette, and the shape of the marks with it
  bool line = false;
  bool marks = true;
  bool bars = false;  // columns from zero
  bool in_legend = true;
  Spread spread = Spread::none;
  std::vector<PlotPoint> points{};
};

// A line across, with a word at its end.
struct PlotGuide {
  double at = 0;
  QString label{};
  bool vertical = false;
  bool faint = true;
};

struct PlotData {
  QString title;
  PlotAxis x;
  PlotAxis y;
  std::vector<PlotSeries> series;
  std::vector<PlotGuide> guides;
  bool side_by_side = false;  // series are set apart a little, so that intervals at one place stay readable
  QString note;               // below the picture: how it must be read
  QString nothing;            // why there is nothing to draw; empty where there is

  [[nodiscard]] bool empty() const { return series.empty(); }
};

}  // namespace ringside::gui
