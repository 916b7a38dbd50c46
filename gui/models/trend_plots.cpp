// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/trend_plots.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "core/units.h"
#include "gui/models/matrix_model.h"
#include "gui/models/text.h"
#include "report/campaign_list.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

const std::string k_queues = "num-queues";

std::optional<double> number_of(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

bool is_numeric(const Axis& axis) {
  return std::ranges::all_of(axis.values, [](const OptionValue& value) { return number_of(value).has_value(); });
}

// The number behind "num-queues=" in an arm's specification, with the specification without it.
struct Queues {
  std::optional<double> count;
  std::string rest;
};

Queues queues_of(const std::string& specification) {
  const std::string word = k_queues + "=";
  const auto at = specification.find(word);
  if (at == std::string::npos) return {{}, specification};
  const char* begin = specification.data() + at + word.size();
  int count = 0;
  const auto [end, status] = std::from_chars(begin, specification.data() + specification.size(), count);
  if (status != std::errc{}) return {{}, specification};
  return {count, specification.substr(0, at) + std::string(end, specification.data() + specification.size())};
}

std::vector<OptionMap> options_in(const CampaignFigures& figures) {
  std::vector<OptionMap> cells;
  if (figures.arms.empty()) return cells;
  for (const ArmCell& cell : figures.arms.front().cells) cells.push_back(cell.options);
  return cells;
}

bool fits(const OptionMap& options, const OptionMap& fixed, const std::string& but) {
  return std::ranges::all_of(fixed, [&](const auto& one) {
    if (one.first == but) return true;
    const auto found = options.find(one.first);
    return found != options.end() && found->second == one.second;
  });
}

const analysis::Estimate* estimate_of(const ArmCell& cell, const analysis::Metric& metric) {
  const auto found = std::ranges::find_if(cell.metrics, [&](const auto& one) { return one.metric == metric; });
  return found == cell.metrics.end() || !found->estimate.value ? nullptr : &found->estimate;
}

PlotPoint point_of(double x, const analysis::Metric& metric, const analysis::Estimate& estimate, const QString& what) {
  const double value = *estimate.value;
  PlotPoint point{x, value, value, value, what + QStringLiteral(": ") + shown(report::estimate_text(metric, estimate))};
  if (estimate.interval) {
    point.lower = estimate.interval->lower;
    point.upper = estimate.interval->upper;
  }
  return point;
}

PlotAxis metric_axis(const analysis::Metric& metric) {
  const bool rate = metric.kind == analysis::MetricKind::iops;
  PlotAxis axis;
  axis.title = shown(report::metric_title(metric)) + (rate ? QStringLiteral(" (I/Os per second)") : QString());
  axis.si_prefixes = rate;
  axis.nanoseconds = !rate;
  axis.from_zero = true;
  return axis;
}

void add_by_queues(PlotData& plot, const CampaignFigures& figures, const OptionMap& fixed,
                   const analysis::Metric& metric) {
  std::map<std::string, PlotSeries> series;
  for (const ArmFigures& arm : figures.arms) {
    const Queues queues = queues_of(arm.specification);
    const auto cell = std::ranges::find_if(arm.cells, [&](const ArmCell& one) { return fits(one.options, fixed, {}); });
    if (!queues.count || cell == arm.cells.end()) continue;
    const analysis::Estimate* estimate = estimate_of(*cell, metric);
    if (estimate == nullptr) continue;
    PlotSeries& one = series[queues.rest];
    one.name += (one.name.isEmpty() ? QString() : QStringLiteral(", ")) + shown(arm.name);
    one.points.push_back(point_of(*queues.count, metric, *estimate, shown(arm.name)));
  }
  for (auto& [rest, one] : series) {
    std::ranges::sort(one.points, {}, &PlotPoint::x);
    plot.series.push_back(std::move(one));
  }
}

void add_by_option(PlotData& plot, const CampaignFigures& figures, const std::string& option, const OptionMap& fixed,
                   const analysis::Metric& metric) {
  for (const ArmFigures& arm : figures.arms) {
    PlotSeries one;
    one.name = shown(arm.name);
    for (const ArmCell& cell : arm.cells) {
      const auto value = cell.options.find(option);
      if (value == cell.options.end() || !fits(cell.options, fixed, option)) continue;
      const auto x = number_of(value->second);
      const analysis::Estimate* estimate = estimate_of(cell, metric);
      if (!x || estimate == nullptr) continue;
      one.points.push_back(point_of(*x, metric, *estimate, one.name + QLatin1Char(' ') + shown(cell.key)));
    }
    std::ranges::sort(one.points, {}, &PlotPoint::x);
    if (!one.points.empty()) plot.series.push_back(std::move(one));
  }
}

// Marks where what `part` tells changed from one campaign to the next.
template <typename Part>
void mark_changes(PlotData& plot, const std::vector<analysis::HistoryPoint>& points, const QString& what, Part part) {
  std::map<std::string, std::string> last;  // by arm
  std::set<std::pair<std::int64_t, std::string>> marked;
  for (const auto& point : points) {
    const std::string now = part(point.identity);
    const auto before = last.find(point.identity.arm);
    const bool changed = before != last.end() && before->second != now && !now.empty();
    const auto at = point.started.time_since_epoch().count();
    if (changed && marked.emplace(at, now).second) {
      plot.guides.push_back({static_cast<double>(at), what + QLatin1Char(' ') + shown(now), true, true});
    }
    if (!now.empty()) last[point.identity.arm] = now;
  }
}

}  // namespace

std::vector<std::string> scaling_options(const CampaignFigures& figures) {
  std::vector<std::string> options;
  for (const Axis& axis : axes_of(options_in(figures))) {
    if (is_numeric(axis)) options.push_back(axis.option);
  }
  std::set<double> queues;
  for (const ArmFigures& arm : figures.arms) {
    if (const auto count = queues_of(arm.specification).count) queues.insert(*count);
  }
  if (queues.size() > 1) options.push_back(k_queues);
  return options;
}

PlotData scaling_plot(const CampaignFigures& figures, const std::string& option, const OptionMap& fixed,
                      const analysis::Metric& metric) {
  PlotData plot;
  plot.title = QStringLiteral("%1 against %2").arg(shown(report::metric_title(metric)), shown(option));
  plot.x.title = option == k_queues ? QStringLiteral("queues of the device (num-queues)") : shown(option);
  plot.y = metric_axis(metric);
  if (option == k_queues) {
    add_by_queues(plot, figures, fixed, metric);
  } else {
    add_by_option(plot, figures, option, fixed, metric);
  }
  std::set<double> places;
  int colour = 0;
  for (PlotSeries& series : plot.series) {
    series.colour = colour++;
    series.line = true;
    series.spread = series.points.size() > 1 ? Spread::band : Spread::bars;
    for (const PlotPoint& point : series.points) places.insert(point.x);
  }
  plot.x.scale = Scale::logarithmic;
  for (const double place : places) plot.x.ticks.push_back({place, QString::number(place)});
  plot.note = QStringLiteral(
      "Geometric mean over blocks; the bands are 95 % intervals of each arm by itself. Whether "
      "arms differ is told by the paired ratio, in Matrix.");
  if (plot.empty()) plot.nothing = QStringLiteral("No arm has a valid figure of this metric here.");
  return plot;
}

PlotData history_plot(const std::vector<analysis::HistoryPoint>& points, const analysis::Metric& metric) {
  PlotData plot;
  plot.title = QStringLiteral("%1 over campaigns").arg(shown(report::metric_title(metric)));
  plot.x = {.title = QStringLiteral("campaign began, UTC"), .scale = Scale::time};
  plot.side_by_side = true;
  plot.y = metric_axis(metric);
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> by_place;
  std::set<std::string> accelerators;
  std::set<std::string> hosts;
  for (const auto& point : points) {
    accelerators.insert(point.identity.accelerator);
    hosts.insert(point.identity.host_name);
  }
  for (const auto& point : points) {
    if (!point.estimate.value) continue;
    const auto& who = point.identity;
    const auto [found, is_new] = by_place.try_emplace({who.arm, who.accelerator, who.host_name}, plot.series.size());
    if (is_new) {
      QString name = shown(who.arm);
      if (accelerators.size() > 1) name += QStringLiteral(", ") + shown(who.accelerator);
      if (hosts.size() > 1) name += QStringLiteral(", ") + shown(who.host_name);
      plot.series.push_back(
          {.name = name, .colour = static_cast<int>(plot.series.size()), .line = true, .spread = Spread::bars});
    }
    const QString what =
        QStringLiteral("%1 %2, %3\nkernel %4, driver build %5")
            .arg(shown(who.campaign_name), shown(report::short_id(who.campaign)), shown(who.arm), shown(who.kernel),
                 who.build_id.empty() ? QStringLiteral("unknown") : shown(who.build_id));
    plot.series[found->second].points.push_back(
        point_of(static_cast<double>(point.started.time_since_epoch().count()), metric, point.estimate, what));
  }
  mark_changes(plot, points, QStringLiteral("kernel"), [](const auto& who) { return who.kernel; });
  mark_changes(plot, points, QStringLiteral("driver"), [](const auto& who) { return who.build_id.substr(0, 8); });
  plot.note = QStringLiteral(
      "Each point is one campaign with its 95 % interval. Campaigns of different times are not "
      "paired: a step here is a hint, not a verdict.");
  if (plot.empty()) plot.nothing = QStringLiteral("No campaign of this store has a valid figure of this cell.");
  return plot;
}

}  // namespace ringside::gui
