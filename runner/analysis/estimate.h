// SPDX-License-Identifier: GPL-3.0-or-later
// From a block's figures to the estimate of one side. Pure.
#pragma once

#include <span>

#include "analysis/block_figures.h"
#include "analysis/side.h"

namespace ringside::analysis {

// `blocks` by rising number. Unsupported if the metric is a quantile that some block cannot support.
[[nodiscard]] Estimate estimate_of(const Metric& metric, std::span<const BlockFigures> blocks);

}  // namespace ringside::analysis
