// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns of a store as a table: `ringside list`.
#pragma once

#include <vector>

#include "report/table.h"
#include "store/records.h"

namespace ringside::report {

[[nodiscard]] Table campaign_list(const std::vector<store::CampaignSummary>& campaigns);

// "2022-03-24 09:00" in UTC, for lists.
[[nodiscard]] std::string minute_text(WallTime time);
// The first eight digits of a UUID: what people copy. Unique enough, and find_campaign says so where not.
[[nodiscard]] std::string short_id(const Uuid& uuid);
[[nodiscard]] Field status_field(store::CampaignStatus status);

}  // namespace ringside::report
