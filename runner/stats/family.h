// SPDX-License-Identifier: GPL-3.0-or-later
// Many cells: a family is the cells of one metric. One stage (Holm over all of them), or two: screen with
// Benjamini–Hochberg, measure the flagged cells again with fresh blocks, decide on those alone with Holm.
// Cells without a p value (obstacles) take no part in the adjustment and keep their own verdict.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/verdict.h"

namespace ringside::stats {

inline constexpr double k_screening_q = 0.10;

// One decision per cell, in the order of the input.
[[nodiscard]] std::vector<Decision> decide_with_holm(std::span<const Assessment> family);

struct Screening {
  std::vector<std::optional<double>> p_adjusted;  // Benjamini–Hochberg, one per cell
  std::vector<std::size_t> flagged;               // cells to measure again, rising
};

[[nodiscard]] Screening screen(std::span<const Assessment> family, double q = k_screening_q);

struct StagedDecision {
  Decision decision;
  Assessment assessment;  // the one decided on: of stage 2 for flagged cells
  int stage = 1;
};

// `second` holds the assessments of screening.flagged, in that order, from fresh blocks only. Cells that were not
// flagged are decided on stage 1, where they cannot be significant. Precondition: second.size() == flagged.size().
[[nodiscard]] std::vector<StagedDecision> decide_in_two_stages(std::span<const Assessment> first,
                                                               const Screening& screening,
                                                               std::span<const Assessment> second);

}  // namespace ringside::stats
