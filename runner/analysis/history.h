// SPDX-License-Identifier: GPL-3.0-or-later
// A cell's figures over all campaigns of a store in time.
#pragma once

#include <string>
#include <vector>

#include "analysis/metric.h"
#include "analysis/side.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

struct HistoryPoint {
  CampaignRow campaign;
  WallTime started{};
  store::CampaignStatus status = store::CampaignStatus::running;
  ArmIdentity identity;
  Estimate estimate;
};

// Oldest first, arms in the file's order. `metric` is a rate or a mean: quantiles would need every histogram of the
// store. Fails (unsupported) for a quantile, else as the store does.
[[nodiscard]] Result<std::vector<HistoryPoint>> cell_history(const store::Store& store, CellId cell,
                                                             const Metric& metric);

}  // namespace ringside::analysis
