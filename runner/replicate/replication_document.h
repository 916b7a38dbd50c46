// SPDX-License-Identifier: GPL-3.0-or-later
// Replications as tables.
#pragma once

#include <span>

#include "replicate/replication.h"
#include "report/table.h"

namespace ringside::replicate {

// For people: per experiment the rows with their judgements, the mechanism where something was counted, and notes.
[[nodiscard]] report::Document replication_document(std::span<const Replication> replications);

// For programs: one row per published row, in base units.
[[nodiscard]] report::Table replication_table(std::span<const Replication> replications);

// "12 reproduced, 2 inconclusive": over all rows, in the order of Outcome.
[[nodiscard]] std::string outcome_counts(std::span<const Replication> replications);

}  // namespace ringside::replicate
