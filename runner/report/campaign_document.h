// SPDX-License-Identifier: GPL-3.0-or-later
// One campaign by itself: `ringside show ID`.
#pragma once

#include <string>

#include "analysis/arm_summary.h"
#include "report/table.h"

namespace ringside::report {

// For people: what was measured where, then a table of arms and cells.
[[nodiscard]] Document campaign_document(const analysis::CampaignDetail& detail);
// For spreadsheets: a row per arm, cell and metric, in base units.
[[nodiscard]] Table campaign_table(const analysis::CampaignDetail& detail);
// "ringside.campaign/1".
[[nodiscard]] std::string to_json(const analysis::CampaignDetail& detail);

}  // namespace ringside::report
