// SPDX-License-Identifier: GPL-3.0-or-later
// The effect θ, the one scale on which everything is compared: a difference of logs, positive where slower.
#pragma once

#include <span>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace ringside::stats {

// Which way a metric is better: IOPS when higher; latency, instructions and notifications when lower.
enum class BetterWhen { higher, lower };

// θ = ln(baseline/candidate) where higher is better, ln(candidate/baseline) where lower is better.
// Fails (invalid_result) unless both values are finite and above zero.
[[nodiscard]] Result<double> slowdown(BetterWhen better, double baseline, double candidate);

// θ of each pair. Fails like slowdown(), or if the two are not of one length.
[[nodiscard]] Result<std::vector<double>> slowdowns(BetterWhen better, std::span<const double> baseline,
                                                    std::span<const double> candidate);

// Natural logarithms. Fails (invalid_result) at the first value that is not finite and above zero.
[[nodiscard]] Result<std::vector<double>> logs(std::span<const double> values);

// A margin as θ: ln(1 + margin).
[[nodiscard]] double as_log(Fraction margin);
// θ as a slowdown in percent: 100·(exp(θ) − 1), what latency did.
[[nodiscard]] double slowdown_percent(double theta);
// θ as the change of the metric itself in percent, negative for IOPS that fell: 100·(exp(±θ) − 1).
[[nodiscard]] double change_percent(BetterWhen better, double theta);
// candidate/baseline of the metric itself: exp(−θ) where higher is better, exp(θ) where lower is.
[[nodiscard]] double metric_ratio(BetterWhen better, double theta);

}  // namespace ringside::stats
