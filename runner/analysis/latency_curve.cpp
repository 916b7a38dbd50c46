// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/latency_curve.h"

#include <array>

#include "stats/quantile.h"

namespace ringside::analysis {

LatencyCurve latency_curve(const Histogram& latency) {
  static constexpr std::array k_quantiles{0.5, 0.9, 0.99, 0.999, 0.9999};
  LatencyCurve curve;
  curve.samples = latency.total();
  std::uint64_t below = 0;
  for (const HistogramBin& bin : latency.bins()) {
    below += bin.count;
    const HistogramResolution resolution = latency.resolution();
    curve.points.push_back({static_cast<double>(resolution.lower_bound(bin.index) + resolution.width(bin.index)),
                            static_cast<double>(below) / static_cast<double>(curve.samples)});
  }
  for (const double p : k_quantiles) {
    const auto ns = stats::quantile_interpolated(latency, p);
    if (ns) curve.marks.push_back({p, *ns, stats::quantile_is_supported(curve.samples, p)});
  }
  return curve;
}

}  // namespace ringside::analysis
