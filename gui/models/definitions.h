// SPDX-License-Identifier: GPL-3.0-or-later
// What each figure means, exactly: the texts of tool tips. docs/statistics.md has the method behind them.
#pragma once

#include <QString>

#include "analysis/metric.h"
#include "core/verdict.h"

namespace ringside::gui {

[[nodiscard]] QString metric_definition(const analysis::Metric& metric);
[[nodiscard]] QString verdict_definition(Verdict verdict);
// Of a column of the campaigns' tree (CampaignTree::Column).
[[nodiscard]] QString campaign_column_definition(int column);
// Of a column of a table by its key ("ratio", "p_adjusted"); empty where the title says it all.
[[nodiscard]] QString column_definition(const QString& key);

}  // namespace ringside::gui
