// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/mechanism_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "analysis/latency_curve.h"
#include "analysis/mechanism.h"
#include "gui/models/cell_plots.h"
#include "gui/models/text.h"

namespace ringside::gui {
namespace {

// A count of one hardware queue over another of the same queue.
struct QueueRatio {
  const char* title;
  const char* over;
  const char* under;
};
constexpr std::array k_ratios{
    QueueRatio{"notifications per I/O, by queue", "notifications", "completed"},
    QueueRatio{"interrupts per I/O, by queue", "callbacks", "completed"},
    QueueRatio{"share found by polling, by queue", "poll_completions", "completed"},
    QueueRatio{"requests per queue_rqs, by queue", "batch_requests", "batches"},
    QueueRatio{"requests per kick, by queue", "kick_requests", "kicks"},
};
constexpr std::string_view k_histogram = "distribution: ";

QString disks_choice() {
  return QStringLiteral("interrupts per I/O, by disk");
}

bool is_time(std::string_view histogram) {
  return histogram.ends_with("_ns") || histogram == "lock_wait" || histogram == "lock_hold";
}

std::set<std::string> histogram_names(const analysis::CellDetail& detail) {
  std::set<std::string> names;
  for (const auto& arm : detail.arms) {
    if (!arm.mechanism) continue;
    for (const ProbeHistogram& histogram : arm.mechanism->histograms) names.insert(histogram.name);
  }
  return names;
}

std::optional<std::uint64_t> count_of(const Mechanism& mechanism, const char* counter, int queue) {
  const auto found = mechanism.counters.find(std::string_view(counter));
  if (found == mechanism.counters.end()) return std::nullopt;
  const auto value = found->second.find(queue);
  return value == found->second.end() ? std::nullopt : std::optional(value->second);
}

std::set<int> queues_of(const analysis::CellDetail& detail) {
  std::set<int> queues;
  for (const auto& arm : detail.arms) {
    if (!arm.mechanism) continue;
    for (const auto& [counter, by_queue] : arm.mechanism->counters) {
      for (const auto& [queue, count] : by_queue) {
        if (queue >= 0) queues.insert(queue);
      }
    }
  }
  return queues;
}

PlotData ratio_plot(const analysis::CellDetail& detail, const QueueRatio& ratio) {
  PlotData plot;
  plot.title = QString::fromLatin1(ratio.title);
  plot.x = {.title = QStringLiteral("hardware queue"), .scale = Scale::category};
  plot.y = {.title = plot.title.section(QLatin1Char(','), 0, 0), .from_zero = true};
  const std::set<int> queues = queues_of(detail);
  for (const int queue : queues) {
    plot.x.ticks.push_back({static_cast<double>(plot.x.ticks.size()), QString::number(queue)});
  }
  int colour = 0;
  for (const auto& arm : detail.arms) {
    PlotSeries series{.name = shown(arm.arm), .colour = colour++, .bars = true};
    int place = -1;
    for (const int queue : queues) {
      ++place;
      if (!arm.mechanism) continue;
      const auto over = count_of(*arm.mechanism, ratio.over, queue);
      const auto under = count_of(*arm.mechanism, ratio.under, queue);
      if (!over || !under || *under == 0) continue;
      series.points.push_back(
          {static_cast<double>(place), static_cast<double>(*over) / static_cast<double>(*under), 0, 0,
           QStringLiteral("%1, queue %2: %3 / %4").arg(series.name).arg(queue).arg(*over).arg(*under)});
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  plot.note = QStringLiteral("From one probed run per arm: no interval, never part of a verdict.");
  if (plot.empty()) plot.nothing = QStringLiteral("No probe counted this here.");
  return plot;
}

// All queues of one arm added up.
Histogram merged(const Mechanism& mechanism, std::string_view name) {
  Histogram all(HistogramResolution::probes());
  for (const ProbeHistogram& histogram : mechanism.histograms) {
    if (histogram.name != name) continue;
    if (auto added = all.merge(histogram.histogram); !added) break;
  }
  return all;
}

PlotData histogram_plot(const analysis::CellDetail& detail, const std::string& name) {
  PlotData plot;
  plot.title = shown(name) + QStringLiteral(", all queues");
  const bool time = is_time(name);
  plot.x = {.title = shown(name), .scale = Scale::logarithmic, .si_prefixes = !time, .nanoseconds = time};
  plot.y = {.title = QStringLiteral("quantile"), .scale = Scale::nines};
  int colour = 0;
  for (const auto& arm : detail.arms) {
    PlotSeries series{.name = shown(arm.arm), .colour = colour++, .line = true, .marks = false};
    if (arm.mechanism) {
      for (const auto& point : analysis::latency_curve(merged(*arm.mechanism, name)).points) {
        series.points.push_back({point.ns, point.share});
      }
    }
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  plot.note = QStringLiteral("From one probed run per arm, by BPF in the guest: no interval, never part of a verdict.");
  if (plot.empty()) plot.nothing = QStringLiteral("No probe counted this here.");
  return plot;
}

}  // namespace

QStringList mechanism_choices(const analysis::CellDetail& detail) {
  QStringList choices{disks_choice()};
  if (!queues_of(detail).empty()) {
    for (const QueueRatio& ratio : k_ratios) choices.push_back(QString::fromLatin1(ratio.title));
  }
  for (const std::string& name : histogram_names(detail)) choices.push_back(shown(std::string(k_histogram) + name));
  return choices;
}

PlotData mechanism_plot(const analysis::CellDetail& detail, const QString& choice) {
  const std::string wanted = choice.toStdString();
  if (wanted.starts_with(k_histogram)) return histogram_plot(detail, wanted.substr(k_histogram.size()));
  for (const QueueRatio& ratio : k_ratios) {
    if (wanted == ratio.title) return ratio_plot(detail, ratio);
  }
  PlotData plot = interrupt_plot(detail);
  if (mechanism_choices(detail).size() == 1) {
    plot.note += QStringLiteral(" Counts by queue and distributions: [probes] tier = 0 or 1 in the campaign file.");
  }
  return plot;
}

report::Table mechanism_table(const analysis::CellDetail& detail) {
  report::Table table;
  table.columns = {{"metric", "mechanism", report::Align::left}};
  std::vector<std::vector<analysis::MechanismMetric>> metrics;
  for (const auto& arm : detail.arms) {
    if (!arm.mechanism) continue;
    table.columns.push_back({arm.arm, arm.arm, report::Align::right});
    metrics.push_back(analysis::mechanism_metrics(*arm.mechanism));
  }
  for (std::size_t row = 0; !metrics.empty() && row < metrics.front().size(); ++row) {
    std::vector<report::Field> fields{report::field(std::string(metrics.front()[row].title))};
    for (const auto& of_arm : metrics) {
      const auto& value = of_arm[row].value;
      fields.push_back(value ? report::field(*value, fmt::format("{:.4g}", *value)) : report::unknown_field());
    }
    table.rows.push_back(std::move(fields));
  }
  return table;
}

}  // namespace ringside::gui
