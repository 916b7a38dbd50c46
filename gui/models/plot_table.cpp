// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/plot_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside::gui {
namespace {

report::Field number_field(double number) {
  return report::field(number, fmt::format("{:.6g}", number));
}

// A category by its name, everything else as a number.
report::Field place_field(const PlotAxis& axis, double at) {
  if (axis.scale == Scale::category) {
    const auto tick = std::ranges::find(axis.ticks, at, &Tick::at);
    if (tick != axis.ticks.end()) return report::field(tick->label.toStdString());
  }
  return number_field(at);
}

}  // namespace

report::Table table_of(const PlotData& plot) {
  report::Table table;
  table.columns = {{"series", "series", report::Align::left},
                   {"x", plot.x.title.isEmpty() ? "x" : plot.x.title.toStdString(), report::Align::right},
                   {"y", plot.y.title.toStdString(), report::Align::right},
                   {"lower", "lower", report::Align::right},
                   {"upper", "upper", report::Align::right}};
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      const bool spread = series.spread != Spread::none;
      table.rows.push_back({report::field(series.name.toStdString()), place_field(plot.x, point.x),
                            number_field(point.y), spread ? number_field(point.lower) : report::unknown_field(),
                            spread ? number_field(point.upper) : report::unknown_field()});
    }
  }
  return table;
}

}  // namespace ringside::gui
