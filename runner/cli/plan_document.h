// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside run --dry-run`: what would be measured, in which order, how long it would take.
#pragma once

#include <string>

#include "core/campaign.h"
#include "engine/plan.h"
#include "report/table.h"

namespace ringside::cli {

[[nodiscard]] report::Document plan_document(const Campaign& campaign, const engine::Plan& plan);
// "ringside.plan/1", described in docs/json.md.
[[nodiscard]] std::string plan_json(const Campaign& campaign, const engine::Plan& plan);

}  // namespace ringside::cli
