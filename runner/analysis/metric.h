// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of time, by the names that tables, JSON and campaign files use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measurement.h"
#include "core/result.h"
#include "core/units.h"
#include "stats/effect.h"

namespace ringside::analysis {

enum class MetricKind { iops, lat_mean, lat_p50, lat_p99, lat_p999 };

struct Metric {
  MetricKind kind = MetricKind::iops;
  std::optional<Direction> direction;  // only where a cell does I/O in more than one

  // "iops", "read.lat_p99".
  [[nodiscard]] std::string name() const;
  // I/Os per second, or nanoseconds.
  [[nodiscard]] std::string_view unit() const { return kind == MetricKind::iops ? "1/s" : "ns"; }
  [[nodiscard]] stats::BetterWhen better() const;
  // The quantile behind it (0.99); nothing for rates and means.
  [[nodiscard]] std::optional<double> quantile() const;
  // Where a campaign names none: 5 %, 10 % for p99, 15 % for p99.9.
  [[nodiscard]] Fraction default_margin() const;
  auto operator<=>(const Metric&) const = default;
};

// Fails (usage), listing the known ones.
[[nodiscard]] Result<Metric> parse_metric(std::string_view name);

// All kinds, for each direction if there are several.
[[nodiscard]] std::vector<Metric> metrics_of(const std::vector<Direction>& directions);

}  // namespace ringside::analysis
