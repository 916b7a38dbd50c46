// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/cell_plots.h"

#include <algorithm>
#include <map>

#include "gui/models/text.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

const analysis::Estimate* estimate_of(const ArmFigures& arm, const std::string& key, const analysis::Metric& metric) {
  const auto cell = std::ranges::find(arm.cells, key, &ArmCell::key);
  if (cell == arm.cells.end()) return nullptr;
  const auto found = std::ranges::find_if(cell->metrics, [&](const auto& one) { return one.metric == metric; });
  return found == cell->metrics.end() ? nullptr : &found->estimate;
}

PlotAxis metric_axis(const analysis::Metric& metric) {
  const bool rate = metric.kind == analysis::MetricKind::iops;
  PlotAxis axis;
  axis.title = shown(report::metric_title(metric)) + (rate ? QStringLiteral(" (I/Os per second)") : QString());
  axis.si_prefixes = rate;
  axis.nanoseconds = !rate;
  return axis;
}

void add_arm(PlotData& plot, const analysis::Metric& metric, const analysis::Estimate& estimate, const QString& name,
             int position) {
  PlotSeries blocks;
  blocks.name = QStringLiteral("one block (boot)");
  blocks.colour = 7;
  blocks.in_legend = plot.series.empty();
  for (const auto& block : estimate.per_block) {
    blocks.points.push_back(
        {position + 0.18, block.value, 0, 0,
         QStringLiteral("block %1: %2").arg(block.block).arg(shown(report::metric_text(metric, block.value)))});
  }
  PlotSeries mean;
  mean.name = QStringLiteral("geometric mean, 95 % interval");
  mean.in_legend = plot.series.empty();
  mean.spread = estimate.interval ? Spread::bars : Spread::none;
  PlotPoint point{static_cast<double>(position), *estimate.value, *estimate.value, *estimate.value,
                  name + QStringLiteral(": ") + shown(report::estimate_text(metric, estimate))};
  if (estimate.interval) {
    point.lower = estimate.interval->lower;
    point.upper = estimate.interval->upper;
  }
  mean.points.push_back(point);
  plot.series.push_back(std::move(mean));
  plot.series.push_back(std::move(blocks));
}

QString arm_of(const analysis::CandidateComparison& candidate, const analysis::Comparison& comparison) {
  return shown(candidate.candidate.arm) + QStringLiteral(" / ") + shown(comparison.baseline.arm);
}

const analysis::MetricComparison* metric_of(const analysis::CandidateComparison& candidate, const std::string& key,
                                            const analysis::Metric& metric) {
  const auto cell = std::ranges::find(candidate.cells, key, &analysis::CellComparison::key);
  if (cell == candidate.cells.end()) return nullptr;
  const auto found = std::ranges::find_if(cell->metrics, [&](const auto& one) { return one.metric == metric; });
  return found == cell->metrics.end() ? nullptr : &*found;
}

// The dots and the interval of one candidate.
void add_candidate(PlotData& plot, const analysis::MetricComparison& metric, const QString& name, int position) {
  std::map<int, double> baseline;
  for (const auto& block : metric.baseline.per_block) baseline[block.block] = block.value;
  PlotSeries dots;
  dots.name = QStringLiteral("one block (boot)");
  dots.colour = 7;
  dots.in_legend = plot.series.empty();
  for (const auto& block : metric.candidate.per_block) {
    const auto other = baseline.find(block.block);
    if (other == baseline.end()) continue;
    const double ratio = block.value / other->second;
    dots.points.push_back(
        {position + 0.18, ratio, 0, 0, QStringLiteral("block %1: %2×").arg(block.block).arg(ratio, 0, 'f', 3)});
  }
  PlotSeries ratio;
  ratio.name = QStringLiteral("ratio, 95 % interval");
  ratio.colour = 1;
  ratio.in_legend = plot.series.empty();
  PlotPoint point{static_cast<double>(position), metric.ratio->value, metric.ratio->value, metric.ratio->value,
                  name + QStringLiteral(": ") + shown(report::ratio_text(metric.ratio))};
  if (metric.ratio->interval) {
    ratio.spread = Spread::bars;
    point.lower = metric.ratio->interval->lower;
    point.upper = metric.ratio->interval->upper;
  }
  ratio.points.push_back(point);
  plot.series.push_back(std::move(ratio));
  plot.series.push_back(std::move(dots));
}

}  // namespace

PlotData interval_plot(const CampaignFigures& figures, const std::string& cell, const analysis::Metric& metric) {
  PlotData plot;
  plot.title = QStringLiteral("Arms");
  plot.x.scale = Scale::category;
  plot.y = metric_axis(metric);
  plot.y.from_zero = true;
  for (std::size_t arm = 0; arm < figures.arms.size(); ++arm) {
    const QString name = shown(figures.arms[arm].name);
    plot.x.ticks.push_back({static_cast<double>(arm), name});
    const analysis::Estimate* estimate = estimate_of(figures.arms[arm], cell, metric);
    if (estimate != nullptr && estimate->value) add_arm(plot, metric, *estimate, name, static_cast<int>(arm));
  }
  if (plot.empty()) plot.nothing = QStringLiteral("No arm has a valid figure of this metric in this cell.");
  return plot;
}

PlotData difference_plot(const CampaignFigures& figures, const std::string& cell, const analysis::Metric& metric) {
  PlotData plot;
  plot.title = QStringLiteral("Paired differences");
  plot.x.scale = Scale::category;
  plot.y.title = QStringLiteral("candidate / baseline, %1").arg(shown(report::metric_title(metric)));
  if (!figures.comparison) {
    plot.nothing = QStringLiteral("The campaign has one arm: nothing to compare it with.");
    return plot;
  }
  plot.guides.push_back({1, QStringLiteral("equal"), false, false});
  int position = 0;
  for (const auto& candidate : figures.comparison->candidates) {
    const QString name = arm_of(candidate, *figures.comparison);
    plot.x.ticks.push_back({static_cast<double>(position), name});
    const auto* compared = metric_of(candidate, cell, metric);
    if (compared != nullptr && compared->ratio) add_candidate(plot, *compared, name, position);
    ++position;
  }
  if (plot.empty()) {
    plot.nothing = QStringLiteral("No block holds a valid figure of this metric in both arms: no ratio.");
  }
  return plot;
}

PlotData latency_plot(const analysis::CellDetail& detail, Direction direction) {
  PlotData plot;
  plot.title = QStringLiteral("%1 latency, cumulative").arg(shown(to_text(direction)));
  plot.x = {.title = QStringLiteral("total latency"), .scale = Scale::logarithmic, .nanoseconds = true};
  plot.y = {.title = QStringLiteral("quantile of all I/Os"), .scale = Scale::nines};
  int colour = 0;
  for (const auto& arm : detail.arms) {
    for (const auto& latency : arm.latency) {
      if (latency.direction != direction || latency.curve.points.empty()) continue;
      const QString name = shown(arm.arm) + (latency.completion ? QStringLiteral(" (completion)") : QString());
      PlotSeries curve{.name = name, .colour = colour, .line = true, .marks = false};
      for (const auto& point : latency.curve.points) curve.points.push_back({point.ns, point.share});
      PlotSeries marks{.name = name, .colour = colour, .in_legend = false};
      for (const auto& mark : latency.curve.marks) {
        if (!mark.supported) continue;
        marks.points.push_back({mark.ns, mark.quantile, 0, 0,
                                QStringLiteral("%1 p%2: %3")
                                    .arg(name)
                                    .arg(100 * mark.quantile)
                                    .arg(shown(to_text(Nanoseconds(static_cast<std::int64_t>(mark.ns)))))});
      }
      plot.series.push_back(std::move(curve));
      plot.series.push_back(std::move(marks));
    }
    ++colour;
  }
  plot.note = QStringLiteral(
      "Bins of all valid measurements of an arm added up: for the shape. Verdicts come from one figure per boot. Marks "
      "stand where at least 100 I/Os lie beyond.");
  if (plot.empty()) plot.nothing = QStringLiteral("fio wrote no latency bins of this direction.");
  return plot;
}

PlotData interrupt_plot(const analysis::CellDetail& detail) {
  PlotData plot;
  plot.title = QStringLiteral("Interrupts");
  plot.x.scale = Scale::category;
  plot.y = {.title = QStringLiteral("interrupts per I/O"), .from_zero = true};
  std::map<std::string, PlotSeries> disks;
  for (std::size_t arm = 0; arm < detail.arms.size(); ++arm) {
    plot.x.ticks.push_back({static_cast<double>(arm), shown(detail.arms[arm].arm)});
    for (const auto& disk : detail.arms[arm].disks) {
      if (disk.completed == 0) continue;
      PlotSeries& series = disks[disk.disk];
      const double rate = static_cast<double>(disk.interrupts) / static_cast<double>(disk.completed);
      series.points.push_back({static_cast<double>(arm), rate, 0, 0,
                               QStringLiteral("%1 interrupts for %2 I/Os").arg(disk.interrupts).arg(disk.completed)});
    }
  }
  for (auto& [disk, series] : disks) {
    series.name = shown(disk);
    series.colour = static_cast<int>(plot.series.size());
    series.bars = true;
    plot.series.push_back(std::move(series));
  }
  plot.note = QStringLiteral("From the disk's own statistics and /proc/interrupts of the guest, over the valid runs.");
  if (plot.empty()) plot.nothing = QStringLiteral("The guest reported no disk statistics for this cell.");
  return plot;
}

}  // namespace ringside::gui
