// SPDX-License-Identifier: GPL-3.0-or-later
// What two arms must have in common before their times may be compared. Pure.
#pragma once

#include <string>
#include <vector>

#include "analysis/campaign_data.h"

namespace ringside::analysis {

// One sentence for each thing that differs: accelerator, host, fio options common to all cells, cells.
// Empty if they may be compared.
[[nodiscard]] std::vector<std::string> differences(const CampaignData& baseline_campaign, const ArmData& baseline,
                                                   const CampaignData& candidate_campaign, const ArmData& candidate);

}  // namespace ringside::analysis
