// SPDX-License-Identifier: GPL-3.0-or-later
// What the probes counted, as tables beside a comparison or a campaign, and as a member of their JSON.
#pragma once

#include <string>
#include <vector>

#include "analysis/mechanism.h"
#include "report/table.h"

namespace ringside::report {

// A section for each cell, a column for each arm, a row for each metric that is known of any of them. Notes say which
// checks failed or stay unknown. Adds nothing for no mechanism.
void add_mechanism(Document& document, const std::vector<analysis::CellMechanism>& mechanism);

// A finished JSON document with the member "mechanism" added (docs/json.md); unchanged for no mechanism.
[[nodiscard]] std::string with_mechanism(std::string document, const std::vector<analysis::CellMechanism>& mechanism);

}  // namespace ringside::report
