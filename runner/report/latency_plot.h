// SPDX-License-Identifier: GPL-3.0-or-later
// Latency distributions of several arms as a drawing: the share of I/Os that took longer, on two logarithmic axes, so
// that the tail shows.
#pragma once

#include <string>
#include <vector>

#include "analysis/latency_curve.h"

namespace ringside::report {

struct LabelledCurve {
  std::string label;
  analysis::LatencyCurve curve;
};

// Inline SVG, at most 120 points a curve; empty where no curve has samples. The first eight curves are drawn.
[[nodiscard]] std::string latency_plot(const std::string& title, const std::vector<LabelledCurve>& curves);

}  // namespace ringside::report
