// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/block_figures.h"

#include <algorithm>
#include <vector>

#include "stats/quantile.h"
#include "stats/summary.h"

namespace ringside::analysis {
namespace {

std::optional<double> iops_of(std::span<const DirectionResult* const> runs) {
  std::uint64_t ios = 0;
  Nanoseconds time{0};
  for (const DirectionResult* run : runs) {
    ios += run->ios;
    time += run->runtime;
  }
  if (ios == 0 || time <= Nanoseconds{0}) return std::nullopt;
  return static_cast<double>(ios) / std::chrono::duration<double>(time).count();
}

std::optional<double> mean_latency_of(std::span<const DirectionResult* const> runs) {
  std::vector<stats::Moments> moments;
  for (const DirectionResult* run : runs) {
    moments.push_back({static_cast<double>(run->lat_count), run->lat_mean_ns, run->lat_stddev_ns});
  }
  const auto merged = stats::merge_moments(moments);
  if (!merged || merged->mean <= 0) return std::nullopt;
  return merged->mean;
}

// Bins of total and of completion latency are not the same thing and never added.
std::optional<LatencyFigures> latency_of(std::span<const DirectionResult* const> runs) {
  std::optional<Histogram> all;
  for (const DirectionResult* run : runs) {
    if (!run->latency || run->latency_is_completion != runs.front()->latency_is_completion) return std::nullopt;
    if (runs.size() == 1) return LatencyFigures::of(*run->latency);
    if (!all) {
      all = run->latency;
    } else if (!all->merge(*run->latency)) {
      return std::nullopt;
    }
  }
  return all ? std::optional(LatencyFigures::of(*all)) : std::nullopt;
}

}  // namespace

LatencyFigures LatencyFigures::of(const Histogram& histogram) {
  const auto quantile = [&](MetricKind kind) -> std::optional<double> {
    const auto found = stats::quantile_interpolated(histogram, *Metric{kind, {}}.quantile());
    return found ? std::optional(*found) : std::nullopt;
  };
  return {histogram.total(), quantile(MetricKind::lat_p50), quantile(MetricKind::lat_p99),
          quantile(MetricKind::lat_p999)};
}

std::optional<double> BlockFigures::value(const Metric& metric) const {
  const auto of_latency = [&](std::optional<double> LatencyFigures::* quantile) -> std::optional<double> {
    if (!latency) return std::nullopt;
    const std::optional<double> found = *latency.*quantile;
    return found && *found > 0 ? found : std::nullopt;
  };
  switch (metric.kind) {
    case MetricKind::iops:
      return iops;
    case MetricKind::lat_mean:
      return lat_mean;
    case MetricKind::lat_p50:
      return of_latency(&LatencyFigures::p50);
    case MetricKind::lat_p99:
      return of_latency(&LatencyFigures::p99);
    case MetricKind::lat_p999:
      return of_latency(&LatencyFigures::p999);
  }
  return std::nullopt;
}

bool BlockFigures::supports(const Metric& metric) const {
  const auto p = metric.quantile();
  return !p || stats::quantile_is_supported(samples(), *p);
}

BlockFigures figures_of(int block, std::span<const DirectionResult* const> runs) {
  BlockFigures figures;
  figures.block = block;
  figures.iops = iops_of(runs);
  figures.lat_mean = mean_latency_of(runs);
  figures.latency = latency_of(runs);
  return figures;
}

}  // namespace ringside::analysis
