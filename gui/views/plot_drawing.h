// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a PlotData as elements of a QCustomPlot. Private to plot_view and plot_drawing.
#pragma once

#include "gui/models/plot_data.h"

class QCustomPlot;
class QCPAxis;

namespace ringside::gui {

// Where a value stands on an axis of this scale.
[[nodiscard]] double place_on(const PlotAxis& axis, double value);

// Everything but ranges: axes, legend, series, guides. The plot is empty before.
void draw_plot(QCustomPlot& plot, const PlotData& data);
// The whole of the data in sight.
void fit_ranges(QCustomPlot& plot, const PlotData& data);

}  // namespace ringside::gui
