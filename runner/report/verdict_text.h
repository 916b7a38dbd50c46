// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts and treatment proofs as fields of a table: a glyph, a word, a colour.
#pragma once

#include "analysis/comparison.h"
#include "report/table.h"

namespace ringside::report {

// "▲ improved", "? inconclusive (wide interval)". The glyph alone tells the verdict where there is no colour.
[[nodiscard]] Field verdict_field(const analysis::MetricComparison& metric, analysis::Pairing pairing);

// Whether both arms' treatments took effect: "✓ took effect", "✗ failed in 2 of 6", "? unproven"; a dash without
// checks.
[[nodiscard]] Field treatment_field(const analysis::TreatmentSummary& baseline,
                                    const analysis::TreatmentSummary& candidate);
[[nodiscard]] Field treatment_field(const analysis::TreatmentSummary& treatment);

}  // namespace ringside::report
