// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/block_figures.h"

#include <algorithm>
#include <vector>

#include "stats/quantile.h"
#include "stats/summary.h"

namespace ringside::analysis {
namespace {

std::vector<const DirectionResult*> sums_of(std::span<const Measurement* const> runs, Direction direction) {
  std::vector<const DirectionResult*> sums;
  for (const Measurement* run : runs) {
    if (!run->fio) continue;
    const auto found = std::ranges::find(run->fio->directions, direction, &DirectionResult::direction);
    if (found != run->fio->directions.end()) sums.push_back(&*found);
  }
  return sums;
}

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
std::optional<Histogram> latency_of(std::span<const DirectionResult* const> runs) {
  std::optional<Histogram> all;
  for (const DirectionResult* run : runs) {
    if (!run->latency || run->latency_is_completion != runs.front()->latency_is_completion) return std::nullopt;
    if (!all) {
      all = run->latency;
    } else if (!all->merge(*run->latency)) {
      return std::nullopt;
    }
  }
  return all;
}

}  // namespace

std::optional<double> BlockFigures::value(const Metric& metric) const {
  if (metric.kind == MetricKind::iops) return iops;
  if (metric.kind == MetricKind::lat_mean) return lat_mean;
  const auto p = metric.quantile();
  if (!p || !latency) return std::nullopt;
  const auto quantile = stats::quantile_interpolated(*latency, *p);
  if (!quantile || *quantile <= 0) return std::nullopt;
  return *quantile;
}

bool BlockFigures::supports(const Metric& metric) const {
  const auto p = metric.quantile();
  return !p || stats::quantile_is_supported(samples(), *p);
}

BlockFigures figures_of(int block, std::span<const Measurement* const> runs, Direction direction) {
  const std::vector<const DirectionResult*> sums = sums_of(runs, direction);
  BlockFigures figures;
  figures.block = block;
  figures.iops = iops_of(sums);
  figures.lat_mean = mean_latency_of(sums);
  figures.latency = latency_of(sums);
  return figures;
}

}  // namespace ringside::analysis
