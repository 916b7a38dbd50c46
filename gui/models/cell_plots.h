// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of one cell.
#pragma once

#include <string>

#include "analysis/cell_detail.h"
#include "gui/models/campaign_figures.h"
#include "gui/models/plot_data.h"

namespace ringside::gui {

// Geometric mean and 95 % interval of every arm, one dot per block beside it.
[[nodiscard]] PlotData interval_plot(const CampaignFigures& figures, const std::string& cell,
                                     const analysis::Metric& metric);
// candidate / baseline of each block that holds both, with the ratio and its interval.
[[nodiscard]] PlotData difference_plot(const CampaignFigures& figures, const std::string& cell,
                                       const analysis::Metric& metric);
// The share of I/Os that took at most so long, all boots of an arm together.
[[nodiscard]] PlotData latency_plot(const analysis::CellDetail& detail, Direction direction);
// Interrupts per I/O of each disk and arm.
[[nodiscard]] PlotData interrupt_plot(const analysis::CellDetail& detail);

}  // namespace ringside::gui
