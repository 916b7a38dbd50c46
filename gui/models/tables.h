// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that only the dashboard shows.
#pragma once

#include <string>

#include "gui/models/campaign_figures.h"
#include "gui/models/open_stores.h"
#include "report/table.h"

namespace ringside::gui {

// All candidates and metrics of one cell: figures, ratio, p, verdict. The values are those of `ringside compare`.
[[nodiscard]] report::Table cell_table(const CampaignFigures& figures, const std::string& cell);

// What differs between the environments of two campaigns: campaign, host, guests, arms. With `all` also what does not.
// Fails as the store does.
[[nodiscard]] Result<report::Table> environment_table(OpenStores& stores, const CampaignAddress& left,
                                                      const CampaignAddress& right, bool all);

}  // namespace ringside::gui
