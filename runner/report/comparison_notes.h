// SPDX-License-Identifier: GPL-3.0-or-later
// What must be read with a comparison: how to read it, under which accelerator it was measured, what is missing,
// what would settle an open question.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/comparison.h"

namespace ringside::report {

[[nodiscard]] std::vector<std::string> comparison_notes(const analysis::Comparison& comparison, bool chosen_metrics);

// What emulation means for figures; nothing where all the given accelerators are real.
[[nodiscard]] std::optional<std::string> emulation_note(const std::vector<std::string>& accelerators);

// The measurements left out, with their reasons; at most `limit` are named, the rest counted.
[[nodiscard]] std::vector<std::string> excluded_notes(const std::vector<analysis::Excluded>& excluded,
                                                      std::size_t limit = 5);

}  // namespace ringside::report
