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

struct BlockFigures {
  int block = 0;                     // number
  std::optional<double> iops;        // Σ I/Os / Σ time over the runs
  std::optional<double> lat_mean;    // ns, weighted by count
  std::optional<Histogram> latency;  // bins of all runs added; absent if a run has none

  [[nodiscard]] std::uint64_t samples() const { return latency ? latency->total() : 0; }
  // Nothing where the runs did not give it. Quantiles are interpolated inside their bin.
  [[nodiscard]] std::optional<double> value(const Metric& metric) const;
  // False for a quantile with fewer than 100 samples beyond it.
  [[nodiscard]] bool supports(const Metric& metric) const;
};

// `runs` are the valid measurements of one block; `direction` is one of theirs.
[[nodiscard]] BlockFigures figures_of(int block, std::span<const Measurement* const> runs, Direction direction);

}  // namespace ringside::analysis
