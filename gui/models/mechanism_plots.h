// SPDX-License-Identifier: GPL-3.0-or-later
// Why: what probes in the guest counted for one cell, arms side by side.
#pragma once

#include <QStringList>
#include <string>

#include "analysis/cell_detail.h"
#include "gui/models/plot_data.h"
#include "report/table.h"

namespace ringside::gui {

// What the mechanism pass of this cell can show: interrupts by disk first, then counts by queue, then histograms.
[[nodiscard]] QStringList mechanism_choices(const analysis::CellDetail& detail);
// One of them.
[[nodiscard]] PlotData mechanism_plot(const analysis::CellDetail& detail, const QString& choice);
// All mechanism metrics, a column per arm; without rows where no probe ran.
[[nodiscard]] report::Table mechanism_table(const analysis::CellDetail& detail);

}  // namespace ringside::gui
