// SPDX-License-Identifier: GPL-3.0-or-later
// The median with an interval between two order statistics: no assumption on the shape.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

struct MedianOrders {
  std::size_t lower = 1;  // counted from 1, in rising order
  std::size_t upper = 1;
  double confidence = 0;  // exact
};

// The narrowest symmetric pair with at least the confidence asked for; nothing where n is too small
// (below six at 95 %).
[[nodiscard]] std::optional<MedianOrders> median_orders(std::size_t n, double confidence = 0.95);

struct MedianEstimate {
  double value = 0;
  std::optional<Interval> interval;  // none where median_orders() has none
};

// Fails (invalid_result) for no values or one that is not finite.
[[nodiscard]] Result<MedianEstimate> median_estimate(std::span<const double> values, double confidence = 0.95);

}  // namespace ringside::stats
