// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/metric.h"

#include <fmt/format.h>

#include <array>

#include "stats/verdict.h"

namespace ringside::analysis {
namespace {

constexpr std::array k_kinds{MetricKind::iops, MetricKind::lat_mean, MetricKind::lat_p50, MetricKind::lat_p99,
                             MetricKind::lat_p999};

std::string_view kind_name(MetricKind kind) {
  switch (kind) {
    case MetricKind::iops:
      return "iops";
    case MetricKind::lat_mean:
      return "lat_mean";
    case MetricKind::lat_p50:
      return "lat_p50";
    case MetricKind::lat_p99:
      return "lat_p99";
    case MetricKind::lat_p999:
      return "lat_p999";
  }
  return "?";
}

std::optional<Direction> direction_called(std::string_view name) {
  for (const Direction direction : {Direction::read, Direction::write, Direction::trim}) {
    if (to_text(direction) == name) return direction;
  }
  return std::nullopt;
}

}  // namespace

std::string Metric::name() const {
  return direction ? fmt::format("{}.{}", to_text(*direction), kind_name(kind)) : std::string(kind_name(kind));
}

stats::BetterWhen Metric::better() const {
  return kind == MetricKind::iops ? stats::BetterWhen::higher : stats::BetterWhen::lower;
}

std::optional<double> Metric::quantile() const {
  switch (kind) {
    case MetricKind::iops:
    case MetricKind::lat_mean:
      return std::nullopt;
    case MetricKind::lat_p50:
      return 0.5;
    case MetricKind::lat_p99:
      return 0.99;
    case MetricKind::lat_p999:
      return 0.999;
  }
  return std::nullopt;
}

Fraction Metric::default_margin() const {
  switch (kind) {
    case MetricKind::iops:
    case MetricKind::lat_mean:
    case MetricKind::lat_p50:
      return stats::k_margin_default;
    case MetricKind::lat_p99:
      return stats::k_margin_p99;
    case MetricKind::lat_p999:
      return stats::k_margin_p999;
  }
  return stats::k_margin_default;
}

Result<Metric> parse_metric(std::string_view name) {
  Metric metric;
  std::string_view kind = name;
  bool known_direction = true;
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    metric.direction = direction_called(name.substr(0, dot));
    known_direction = metric.direction.has_value();
    kind = name.substr(dot + 1);
  }
  for (const MetricKind known : k_kinds) {
    metric.kind = known;
    if (known_direction && kind == kind_name(known)) return metric;
  }
  return fail(ErrorCode::usage, fmt::format("there is no metric '{}'", name),
              "the metrics are iops, lat_mean, lat_p50, lat_p99 and lat_p999, with read. or write. before them "
              "where a cell does both");
}

std::vector<Metric> metrics_of(const std::vector<Direction>& directions) {
  std::vector<Metric> metrics;
  if (directions.size() < 2) {
    for (const MetricKind kind : k_kinds) metrics.push_back({kind, std::nullopt});
    return metrics;
  }
  for (const Direction direction : directions) {
    for (const MetricKind kind : k_kinds) metrics.push_back({kind, direction});
  }
  return metrics;
}

}  // namespace ringside::analysis
