// SPDX-License-Identifier: GPL-3.0-or-later
// The tests that benchmarks commonly use, at α = 0.05, for comparison. The first three take every run of every boot
// for an independent observation.
#pragma once

#include <vector>

#include "simulate/model.h"
#include "simulate/noise.h"

namespace ringside::simulate {

[[nodiscard]] bool welch_over_runs_flags(const CellCampaign& cell);
[[nodiscard]] bool mann_whitney_over_runs_flags(const CellCampaign& cell);
// Difference of the means under 499 random relabellings of the runs.
[[nodiscard]] bool permutation_over_runs_flags(const CellCampaign& cell, Noise& noise);

// The bias-corrected and accelerated bootstrap interval of the mean θ (999 resamples) excludes zero.
[[nodiscard]] bool bca_over_blocks_flags(const std::vector<double>& thetas, Noise& noise);

// Unpaired: Welch over one value per boot.
[[nodiscard]] bool welch_over_boots_flags(const CellCampaign& cell);

}  // namespace ringside::simulate
