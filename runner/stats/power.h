// SPDX-License-Identifier: GPL-3.0-or-later
// Planning by the exact noncentral t: what n blocks can see, and how many blocks an effect needs.
#pragma once

#include <cstddef>

#include "core/result.h"
#include "core/units.h"

namespace ringside::stats {

// The test that is planned for: two-sided at alpha against |θ| ≤ ln(1 + floor). A floor of zero is the plain
// paired t test. For Holm over m cells divide alpha by m.
struct PowerQuestion {
  double sd = 0;  // of one block's θ, above zero
  double alpha = 0.05;
  double power = 0.80;
  Fraction floor{0};
};

// Probability of a significant result for a true θ with n blocks. Ignores question.power.
// Fails (usage) for n < 2, sd ≤ 0 or a probability outside (0, 1).
[[nodiscard]] Result<double> power_of_paired_t(double theta, std::size_t n, const PowerQuestion& question);

// The fewest blocks with at least the wished power for a true θ. Fails as above, or (unsupported) where |θ| does
// not exceed the floor or more than 100,000 blocks would be needed.
[[nodiscard]] Result<std::size_t> blocks_required(double theta, const PowerQuestion& question);

// The smallest θ > 0 that n blocks find with the wished power. Fails as power_of_paired_t does.
[[nodiscard]] Result<double> detectable_effect(std::size_t n, const PowerQuestion& question);

}  // namespace ringside::stats
