// SPDX-License-Identifier: GPL-3.0-or-later
// Where the noise comes from: between boots or within them, and what that says about the design.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

struct VarianceComponents {
  std::size_t boots = 0;
  double mean_square_between = 0;
  double mean_square_within = 0;
  double between_boots = 0;           // variance, at least zero
  double within_boot = 0;             // variance of one run
  double intraclass_correlation = 0;  // between / (between + within); 0 where both are zero
  double mean = 0;                    // of the boots' means
  double standard_error = 0;          // of that mean, over boots
  Interval interval;                  // of that mean, t over boots
};

// One-way random effects by the method of moments, values[boot][run]; take logs first. Boots may have different
// numbers of runs. Fails (invalid_result) for fewer than two boots, an empty boot, no boot with two runs, or a
// value that is not finite.
[[nodiscard]] Result<VarianceComponents> variance_components(std::span<const std::vector<double>> values,
                                                             double confidence = 0.95);

// Costs in any one unit, both above zero.
struct DesignCost {
  double boot = 0;
  double run = 0;
};

struct AdvisedRuns {
  double optimum = 1;    // √(cost of a boot / cost of a run · within / between)
  std::size_t runs = 1;  // rounded up, at least 1
};

// Runs per boot that buy most for the time; nothing where boots do not differ at all (then every run inside one
// boot counts as much as a new boot). Fails (usage) unless both costs are above zero.
[[nodiscard]] Result<std::optional<AdvisedRuns>> advised_runs(const VarianceComponents& components, DesignCost cost);

enum class Pairing {
  one_boot,      // both arms in one boot: its luck cancels
  boot_per_arm,  // a boot for each arm, back to back
};

// Standard deviation of one block's θ: √(2·within/runs), plus 2·between under the root with a boot per arm.
// Both components are variances of logs; runs ≥ 1.
[[nodiscard]] double sd_of_theta(double between_boots, double within_boot, std::size_t runs, Pairing pairing);

}  // namespace ringside::stats
