// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/latency_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/metric.h"
#include "report/figures.h"
#include "report/log_axis.h"
#include "report/markup.h"
#include "report/text_width.h"

namespace ringside::report {
namespace {

using analysis::LatencyCurve;

constexpr std::size_t k_most_curves = 8;
constexpr std::size_t k_most_points = 120;
constexpr int k_width = 460;
constexpr int k_height = 230;
constexpr int k_left = 58;
constexpr int k_top = 8;
constexpr int k_bottom = 190;
constexpr double k_smallest_share = 1e-5;

struct Axes {
  LogAxis latency;
  LogAxis slower;  // the share that took longer: 1 at the top

  [[nodiscard]] std::string point(const LatencyCurve::Point& point) const {
    return fmt::format("{:.1f},{:.1f}", latency.at(point.ns), slower.at(std::max(1 - point.share, k_smallest_share)));
  }
};

// The smallest tail that the samples can show.
double smallest_share(const std::vector<LabelledCurve>& curves) {
  std::uint64_t most = 1;
  for (const auto& one : curves) most = std::max(most, one.curve.samples);
  return std::clamp(1 / static_cast<double>(most), k_smallest_share, 0.1);
}

Axes axes_of(const std::vector<LabelledCurve>& curves) {
  double low = INFINITY;
  double high = 0;
  for (const auto& one : curves) {
    if (one.curve.points.empty()) continue;
    low = std::min(low, std::max(one.curve.points.front().ns, 1.0));
    high = std::max(high, one.curve.points.back().ns);
  }
  return {LogAxis(low, std::max(high, low), k_left, k_width - 10), LogAxis(smallest_share(curves), 1, k_bottom, k_top)};
}

std::string grid(const Axes& axes, double smallest) {
  const analysis::Metric latency{analysis::MetricKind::lat_mean, {}};
  std::string out;
  double last = -100;
  for (const double tick : axes.latency.ticks()) {
    const double x = axes.latency.at(tick);
    out +=
        fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>", x, k_top, k_bottom);
    if (x - last < 48) continue;
    last = x;
    out += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", x, k_bottom + 15,
                       markup_escaped(metric_text(latency, tick)));
  }
  for (double share = 1; share >= smallest * 0.999; share /= 10) {
    const double y = axes.slower.at(share);
    out += fmt::format("<line class=\"grid\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>", k_left, y,
                       k_width - 10, y);
    const std::string name = share == 1 ? "all" : fmt::format("{:g}%", share * 100);
    out += fmt::format("<text class=\"share\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", k_left - 6, y + 4, name);
  }
  return out;
}

std::string line_svg(const LabelledCurve& one, const Axes& axes, std::size_t index) {
  const auto& points = one.curve.points;
  const std::size_t step = std::max<std::size_t>(1, (points.size() + k_most_points - 1) / k_most_points);
  std::string path = axes.point({points.front().ns, 0});
  for (std::size_t i = 0; i < points.size(); i += step) path += ' ' + axes.point(points[i]);
  path += ' ' + axes.point(points.back());
  return fmt::format("<polyline class=\"curve c{}\" points=\"{}\"/>\n", index, path);
}

std::string legend(const std::vector<LabelledCurve>& curves) {
  std::string out = "<p class=\"legend\">";
  for (std::size_t i = 0; i < std::min(curves.size(), k_most_curves); ++i) {
    out += fmt::format("<span class=\"k{}\">{}</span> ", i, markup_escaped(curves[i].label));
  }
  return out + "</p>\n";
}

}  // namespace

std::string latency_plot(const std::string& title, const std::vector<LabelledCurve>& curves) {
  const bool empty = std::ranges::all_of(curves, [](const LabelledCurve& one) { return one.curve.points.empty(); });
  if (empty) return {};
  const Axes axes = axes_of(curves);
  std::string out = fmt::format("<figure><figcaption>{}</figcaption>\n", markup_escaped(title));
  out += fmt::format("<svg class=\"latency\" viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>\n", k_width, k_height,
                     markup_escaped("share of I/Os that took longer, " + title));
  out += grid(axes, smallest_share(curves));
  for (std::size_t i = 0; i < std::min(curves.size(), k_most_curves); ++i) {
    if (!curves[i].curve.points.empty()) out += line_svg(curves[i], axes, i);
  }
  out += fmt::format("<text class=\"axis\" x=\"{}\" y=\"{}\">latency</text>\n", (k_left + k_width) / 2, k_height - 6);
  out += "</svg>\n" + legend(curves);
  if (curves.size() > k_most_curves) {
    out += fmt::format("<p class=\"dim\">{} more</p>\n", counted(curves.size() - k_most_curves, "arm"));
  }
  return out + "</figure>\n";
}

}  // namespace ringside::report
