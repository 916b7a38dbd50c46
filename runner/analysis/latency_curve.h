// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of a histogram of latencies, for looking at. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "core/histogram.h"

namespace ringside::analysis {

struct LatencyCurve {
  // `share` of the I/Os (above 0, up to 1) took at most `ns`, the upper end of a bin.
  struct Point {
    double ns = 0;
    double share = 0;
  };
  // A quantile, interpolated inside its bin; unsupported with fewer than 100 samples beyond it.
  struct Mark {
    double quantile = 0;
    double ns = 0;
    bool supported = false;
  };
  std::vector<Point> points;  // rising
  std::vector<Mark> marks;    // p50, p90, p99, p99.9, p99.99; empty for an empty histogram
  std::uint64_t samples = 0;
};

[[nodiscard]] LatencyCurve latency_curve(const Histogram& latency);

}  // namespace ringside::analysis
