// SPDX-License-Identifier: GPL-3.0-or-later
// One block's figures of one arm, cell and direction: the runs of a boot brought together. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "analysis/metric.h"
#include "core/histogram.h"
#include "core/measurement.h"

namespace ringside::analysis {

// What the metrics want of a latency distribution, so that it need not be kept.
struct LatencyFigures {
  std::uint64_t samples = 0;
  // Interpolated inside their bin, ns; nothing where the distribution is empty.
  std::optional<double> p50;
  std::optional<double> p99;
  std::optional<double> p999;

  [[nodiscard]] static LatencyFigures of(const Histogram& histogram);
};

struct BlockFigures {
  int block = 0;                          // number
  std::optional<double> iops;             // Σ I/Os / Σ time over the runs
  std::optional<double> lat_mean;         // ns, weighted by count
  std::optional<LatencyFigures> latency;  // of the bins of all runs added; absent if a run has none

  [[nodiscard]] std::uint64_t samples() const { return latency ? latency->samples : 0; }
  // Nothing where the runs did not give it.
  [[nodiscard]] std::optional<double> value(const Metric& metric) const;
  // False for a quantile with fewer than 100 samples beyond it.
  [[nodiscard]] bool supports(const Metric& metric) const;
};

// `runs` are fio's sums of one block, arm, cell and direction, valid ones; there may be none.
[[nodiscard]] BlockFigures figures_of(int block, std::span<const DirectionResult* const> runs);

}  // namespace ringside::analysis
