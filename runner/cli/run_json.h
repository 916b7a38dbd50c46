// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of a run as JSON, described in docs/json.md.
#pragma once

#include <optional>
#include <string>

#include "analysis/comparison.h"
#include "engine/run.h"

namespace ringside::cli {

// "ringside.run/1".
[[nodiscard]] std::string run_json(const engine::RunOutcome& outcome, const std::string& database,
                                   const std::optional<analysis::Comparison>& comparison);
// A line of "ringside.progress/1", event "outcome".
[[nodiscard]] std::string outcome_line(const engine::RunOutcome& outcome, const std::string& database, WallTime now);

}  // namespace ringside::cli
