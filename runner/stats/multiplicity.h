// SPDX-License-Identifier: GPL-3.0-or-later
// Adjusted p values: Holm for decisions (family-wise error), Benjamini–Hochberg for screening (false discoveries).
#pragma once

#include <span>
#include <vector>

#include "core/result.h"

namespace ringside::stats {

// In the order of the input, capped at 1. Fails (invalid_result) unless every p lies in [0, 1].
[[nodiscard]] Result<std::vector<double>> holm(std::span<const double> p);
[[nodiscard]] Result<std::vector<double>> benjamini_hochberg(std::span<const double> p);

}  // namespace ringside::stats
