// SPDX-License-Identifier: GPL-3.0-or-later
// One campaign as all views share it: read once, never changed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/arm_summary.h"
#include "analysis/comparison.h"
#include "gui/models/open_stores.h"

namespace ringside::gui {

struct CampaignAddress {
  std::filesystem::path store;
  CampaignRow campaign;
  bool operator==(const CampaignAddress&) const = default;
};

// A cell of one arm, whether it was compared or not.
struct ArmCell {
  std::string key;
  OptionMap options;
  std::vector<analysis::MetricSummary> metrics;
};

struct ArmFigures {
  std::string name;
  std::string specification;
  std::vector<ArmCell> cells;
};

struct CampaignFigures {
  CampaignAddress address;
  store::CampaignRecord campaign;
  std::string host_name;
  std::vector<ArmFigures> arms;                    // in the file's order
  std::optional<analysis::Comparison> comparison;  // none for a campaign of one arm
};

using Figures = std::shared_ptr<const CampaignFigures>;

// `baseline` names an arm; empty: the campaign's own. Fails as analysis and the store do.
[[nodiscard]] Result<Figures> load_figures(OpenStores& stores, const CampaignAddress& address,
                                           const std::string& baseline = {});

// The metrics that some cell has, in the order of analysis::metrics_of.
[[nodiscard]] std::vector<analysis::Metric> metrics_in(const CampaignFigures& figures);

}  // namespace ringside::gui
