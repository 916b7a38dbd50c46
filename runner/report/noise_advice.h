// SPDX-License-Identifier: GPL-3.0-or-later
// What an inconclusive comparison needs: said in blocks and percent, never hidden.
#pragma once

#include <optional>
#include <string>

#include "analysis/comparison.h"

namespace ringside::report {

// For the cells of one candidate and metric whose interval is too wide: what these blocks can find, and how many
// would settle the margin and an effect of the size seen. The figures are those of the noisiest such cell, by the
// exact power of the paired t test (stats/power.h). Nothing where no cell is too noisy.
[[nodiscard]] std::optional<std::string> noise_advice(const analysis::CandidateComparison& candidate,
                                                      const analysis::Metric& metric, double alpha);

}  // namespace ringside::report
