// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison for people: per candidate one table of cells with figures, ratio, verdict and treatment proof, and
// the notes without which it must not be read.
#pragma once

#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "report/table.h"

namespace ringside::report {

// The rows are those of IOPS (for each direction, where there are several), with p99 beside it. With
// `chosen_metrics` the rows are all metrics that the comparison holds, with what a reader who doubts asks for: the
// companion estimate, the adjusted p and the smallest detectable effect.
[[nodiscard]] Document comparison_document(const analysis::Comparison& comparison, bool chosen_metrics = false);

}  // namespace ringside::report
