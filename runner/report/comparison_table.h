// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as one flat table for spreadsheets: a row per candidate, cell and metric, all figures in base units.
#pragma once

#include "analysis/comparison.h"
#include "report/table.h"

namespace ringside::report {

// Columns: docs/json.md ("CSV").
[[nodiscard]] Table comparison_table(const analysis::Comparison& comparison);

}  // namespace ringside::report
