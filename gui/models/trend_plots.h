// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures over many cells or many campaigns.
#pragma once

#include <string>
#include <vector>

#include "analysis/history.h"
#include "gui/models/campaign_figures.h"
#include "gui/models/plot_data.h"

namespace ringside::gui {

// What may stand on the x axis: options of the matrix with several numeric values, and "num-queues" where the arms'
// devices differ in it.
[[nodiscard]] std::vector<std::string> scaling_options(const CampaignFigures& figures);

// A metric against a numeric option, a line with the 95 % band per arm. `fixed` holds the other options of the cells.
[[nodiscard]] PlotData scaling_plot(const CampaignFigures& figures, const std::string& option, const OptionMap& fixed,
                                    const analysis::Metric& metric);

// A metric of one cell over campaigns in time, a line per arm, host and accelerator; changes of driver build and kernel
// are marked.
[[nodiscard]] PlotData history_plot(const std::vector<analysis::HistoryPoint>& points, const analysis::Metric& metric);

}  // namespace ringside::gui
