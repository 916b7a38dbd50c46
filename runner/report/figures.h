// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them in a table: three significant digits, unit, interval.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "analysis/comparison.h"
#include "analysis/metric.h"
#include "stats/interval.h"

namespace ringside::report {

// "963", "4.51k", "1.20M": three significant digits.
[[nodiscard]] std::string si_text(double number);
// "4.51k" for rates, "13.1ms" for latencies in nanoseconds.
[[nodiscard]] std::string metric_text(const analysis::Metric& metric, double value);
// "4.51k [4.20k, 4.80k]", breakable only before the bracket; "–" without a value, "unsupported" for a quantile
// with too few samples.
[[nodiscard]] std::string estimate_text(const analysis::Metric& metric, const analysis::Estimate& estimate);
// "1.40× [1.22, 1.61]"; "–" without one.
[[nodiscard]] std::string ratio_text(const std::optional<analysis::RatioEstimate>& ratio);
// "24%", "4.5%", "0.50%": of a fraction, two or three significant digits.
[[nodiscard]] std::string percent_text(double fraction);
// "1 block", "6 blocks".
[[nodiscard]] std::string counted(std::size_t number, const std::string& noun);
// "IOPS", "read p99 latency": a metric's name for a table's head.
[[nodiscard]] std::string metric_title(const analysis::Metric& metric);
// "45s", "3m20s", "2h05m": for times a person waits.
[[nodiscard]] std::string waiting_text(Nanoseconds duration);

}  // namespace ringside::report
