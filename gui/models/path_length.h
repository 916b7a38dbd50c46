// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane's counts of one campaign, per I/O.
#pragma once

#include <string>
#include <vector>

#include "gui/models/campaign_figures.h"
#include "gui/models/open_stores.h"
#include "gui/models/plot_data.h"
#include "report/table.h"

namespace ringside::gui {

struct PathFunction {
  std::string module;
  std::string function;
  double instructions_per_io = 0;
  double calls_per_io = 0;
};

// One arm and cell, of the latest block that counted them.
struct PathOfArm {
  std::string arm;
  std::string cell;
  std::int64_t ios = 0;
  std::vector<PathFunction> functions;  // most instructions first
};

// Empty where nothing was counted. Fails as the store does.
[[nodiscard]] Result<std::vector<PathOfArm>> load_paths(OpenStores& stores, const CampaignAddress& address);

// A row per module and function of one cell, arms side by side.
[[nodiscard]] report::Table path_table(const std::vector<PathOfArm>& paths, const std::string& cell);
// Instructions per I/O by module, arms side by side.
[[nodiscard]] PlotData path_plot(const std::vector<PathOfArm>& paths, const std::string& cell);

}  // namespace ringside::gui
