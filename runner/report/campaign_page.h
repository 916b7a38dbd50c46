// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign as one page that needs nothing else: no script, no font, no picture from anywhere. For a reviewer who
// has no Ringside, and for paper.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/arm_summary.h"
#include "analysis/cell_detail.h"
#include "analysis/comparison.h"
#include "analysis/mechanism.h"
#include "report/table.h"

namespace ringside::report {

struct CampaignPage {
  analysis::CampaignDetail detail;
  std::optional<analysis::Comparison> comparison;  // nothing for a campaign with one arm
  std::vector<analysis::CellMechanism> mechanism;
  std::vector<analysis::CellDetail> cells;  // for latency curves, in the matrix's order
  Table measurements;                       // every fio run, measurement_list()
  Document replication;  // published rows beside measured ones; without sections where there are none
};

[[nodiscard]] std::string campaign_page(const CampaignPage& page);

// The same for a cover letter or an issue, without drawings and raw rows.
[[nodiscard]] std::string campaign_markdown(const CampaignPage& page);

}  // namespace ringside::report
