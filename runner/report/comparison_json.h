// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as "ringside.compare/1", described in docs/json.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/comparison.h"

namespace ringside::report {

[[nodiscard]] std::string to_json(const analysis::Comparison& comparison);
// One cell and metric of it.
[[nodiscard]] nlohmann::ordered_json json_of(const analysis::MetricComparison& metric);
// The same as a member of another document.
[[nodiscard]] nlohmann::ordered_json json_of(const analysis::Comparison& comparison);

}  // namespace ringside::report
