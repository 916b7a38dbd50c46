// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane's counts of one campaign, per I/O, as a table and a picture of analysis::PathLengths.
#pragma once

#include <string>

#include "analysis/path_lengths.h"
#include "gui/models/campaign_figures.h"
#include "gui/models/open_stores.h"
#include "gui/models/plot_data.h"
#include "report/table.h"

namespace ringside::gui {

// Empty where nothing was counted. Fails as the store does.
[[nodiscard]] Result<analysis::PathLengths> load_paths(OpenStores& stores, const CampaignAddress& address);

// A row per module and function of one cell, arms side by side; as everywhere, of the first block that counted.
[[nodiscard]] report::Table path_table(const analysis::PathCell& cell);
// Instructions per I/O by group of functions, arms side by side.
[[nodiscard]] PlotData path_plot(const analysis::PathCell& cell);
// What the counts hold for: kernel, CPU model, QEMU.
[[nodiscard]] QString path_conditions(const analysis::PathLengths& lengths);

}  // namespace ringside::gui
