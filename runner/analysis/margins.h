// SPDX-License-Identifier: GPL-3.0-or-later
// The margin of a cell and metric. Pure.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "analysis/metric.h"
#include "store/records.h"

namespace ringside::analysis {

// `wished` (by metric) over the campaign's (the last that fits) over the metric's default. A name without a
// direction ("lat_p99") covers both; where both kinds of name fit, the one with the direction wins.
[[nodiscard]] Fraction margin_of(const Metric& metric, std::string_view cell_key,
                                 const std::map<std::string, Fraction>& wished,
                                 std::span<const store::MarginRecord> campaign);

}  // namespace ringside::analysis
