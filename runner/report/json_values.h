// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON spelling of our values, one for all documents. docs/json.md describes it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/side.h"
#include "core/option.h"
#include "report/table.h"
#include "stats/interval.h"

namespace ringside::report {

using Json = nlohmann::ordered_json;  // members stand in the order in which they are described

[[nodiscard]] Json json_of(const Value& value);
[[nodiscard]] Json json_of(const OptionMap& options);
[[nodiscard]] Json json_of(const stats::Interval& interval);
[[nodiscard]] Json json_of(const std::optional<double>& number);
[[nodiscard]] Json json_of(const std::optional<stats::Interval>& interval);
[[nodiscard]] Json json_of(const analysis::ArmIdentity& arm);
[[nodiscard]] Json json_of(const analysis::Estimate& estimate);
[[nodiscard]] Json json_of(const analysis::TreatmentSummary& treatment);
[[nodiscard]] Json json_of(const std::vector<analysis::Excluded>& excluded);
[[nodiscard]] Json json_of_metric(const analysis::Metric& metric);

// null for an empty text: it is not known.
[[nodiscard]] Json text_or_null(const std::string& text);

// Indented, broken UTF-8 replaced, a line feed at the end.
[[nodiscard]] std::string document_text(const Json& document);
// The same on one line.
[[nodiscard]] std::string line_text(const Json& document);

}  // namespace ringside::report
