// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a picture as a table, for export.
#pragma once

#include "gui/models/plot_data.h"
#include "report/table.h"

namespace ringside::gui {

// A row per point: series, x, y, lower, upper, in the units of the axes.
[[nodiscard]] report::Table table_of(const PlotData& plot);

}  // namespace ringside::gui
