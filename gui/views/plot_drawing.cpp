// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plot_drawing.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/units.h"
#include "gui/models/text.h"
#include "gui/views/theme.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

constexpr double k_highest_share = 0.999999;
constexpr double k_lone_point_s = 86'400;  // a time axis with one point shows a day to each side

// Ticks with our spelling of figures: "4.5k", "1.5ms".
template <typename Ticker>
class FigureTicker : public Ticker {
 public:
  explicit FigureTicker(bool nanoseconds) : m_nanoseconds(nanoseconds) {}

 protected:
  QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) override {
    if (tick == 0) return QStringLiteral("0");
    if (!m_nanoseconds) return shown(report::si_text(tick));
    return shown(ringside::to_text(Nanoseconds(std::llround(tick))));
  }

 private:
  bool m_nanoseconds;
};

QSharedPointer<QCPAxisTicker> ticker_of(const PlotAxis& axis) {
  if (axis.scale == Scale::nines) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& [share, label] : {std::pair(0.5, "p50"), std::pair(0.9, "p90"), std::pair(0.99, "p99"),
                                       std::pair(0.999, "p99.9"), std::pair(0.9999, "p99.99")}) {
      ticker->addTick(place_on(axis, share), QString::fromLatin1(label));
    }
    return ticker;
  }
  if (!axis.ticks.empty()) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const Tick& tick : axis.ticks) ticker->addTick(tick.at, tick.label);
    return ticker;
  }
  if (axis.scale == Scale::time) {
    auto ticker = QSharedPointer<QCPAxisTickerDateTime>::create();
    ticker->setDateTimeSpec(Qt::UTC);
    ticker->setDateTimeFormat(QStringLiteral("yyyy-MM-dd\nhh:mm"));
    ticker->setTickCount(6);
    return ticker;
  }
  if (axis.scale == Scale::logarithmic) {
    return QSharedPointer<FigureTicker<QCPAxisTickerLog>>::create(axis.nanoseconds);
  }
  if (axis.nanoseconds || axis.si_prefixes) {
    return QSharedPointer<FigureTicker<QCPAxisTicker>>::create(axis.nanoseconds);
  }
  return QSharedPointer<QCPAxisTicker>::create();
}

void dress_axis(QCPAxis& axis, const PlotAxis& data) {
  const PlotColours colours = plot_colours();
  axis.setLabel(data.title);
  axis.setLabelColor(colours.text);
  axis.setTickLabelColor(colours.text);
  axis.setBasePen(colours.faint_text);
  axis.setTickPen(colours.faint_text);
  axis.setSubTickPen(colours.grid);
  axis.grid()->setPen(QPen(colours.grid, 1));
  axis.grid()->setZeroLinePen(QPen(colours.grid, 1));
  axis.setSubTicks(data.ticks.empty() && data.scale != Scale::nines);
  axis.setScaleType(data.scale == Scale::logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis.setTicker(ticker_of(data));
  if (data.scale == Scale::category) axis.grid()->setVisible(false);
}

QCPScatterStyle mark_of(const PlotSeries& series, const QColor& colour) {
  static constexpr std::array k_shapes{QCPScatterStyle::ssDisc,
                                       QCPScatterStyle::ssSquare,
                                       QCPScatterStyle::ssTriangle,
                                       QCPScatterStyle::ssDiamond,
                                       QCPScatterStyle::ssTriangleInverted,
                                       QCPScatterStyle::ssCircle,
                                       QCPScatterStyle::ssPlus,
                                       QCPScatterStyle::ssCircle};
  const auto shape = k_shapes[static_cast<std::size_t>(series.colour) % k_shapes.size()];
  const bool background = series.colour == 7;
  return {shape, QPen(colour, background ? 1.2 : 1.4), QBrush(background ? QColor(Qt::transparent) : colour),
          background ? 5.0 : 8.0};
}

// Not a QCPRange: that one swaps its ends where the lower is above, as it is before the first point.
struct Extent {
  double lower = INFINITY;
  double upper = -INFINITY;
};

// The extent of the data to the right, as it stands on the axis.
Extent extent_of(const PlotData& data) {
  Extent extent;
  for (const PlotSeries& series : data.series) {
    for (const PlotPoint& point : series.points) {
      extent.lower = std::min(extent.lower, place_on(data.x, point.x));
      extent.upper = std::max(extent.upper, place_on(data.x, point.x));
    }
  }
  return extent;
}

// How far a series is moved to the right of where its points belong.
double shift_of(const PlotData& data, std::size_t number) {
  if (!data.side_by_side || data.series.size() < 2) return 0;
  const Extent extent = extent_of(data);
  const double width = extent.upper > extent.lower ? extent.upper - extent.lower : 2 * k_lone_point_s;
  return 0.008 * width * (static_cast<double>(number) - (static_cast<double>(data.series.size()) - 1) / 2);
}

void add_band(QCustomPlot& plot, const PlotData& data, const PlotSeries& series, QColor colour) {
  colour.setAlpha(45);
  QCPGraph* lower = plot.addGraph();
  QCPGraph* upper = plot.addGraph();
  for (const PlotPoint& point : series.points) {
    lower->addData(place_on(data.x, point.x), point.lower);
    upper->addData(place_on(data.x, point.x), point.upper);
  }
  for (QCPGraph* edge : {lower, upper}) {
    edge->setPen(Qt::NoPen);
    edge->removeFromLegend();
  }
  upper->setBrush(colour);
  upper->setChannelFillGraph(lower);
}

void add_error_bars(QCustomPlot& plot, const PlotSeries& series, QCPGraph* graph, const QColor& colour) {
  auto* bars = new QCPErrorBars(plot.xAxis, plot.yAxis);
  bars->removeFromLegend();
  bars->setDataPlottable(graph);
  bars->setPen(QPen(colour, 1.6));
  bars->setWhiskerWidth(9);
  for (const PlotPoint& point : series.points) bars->addData(point.y - point.lower, point.upper - point.y);
}

void add_columns(QCustomPlot& plot, const PlotData& data, const PlotSeries& series, int number, int of) {
  auto* columns = new QCPBars(plot.xAxis, plot.yAxis);
  const double width = 0.7 / std::max(1, of);
  const QColor colour = series_colour(series.colour);
  columns->setWidth(width);
  columns->setName(series.name);
  columns->setPen(QPen(colour));
  columns->setBrush(colour);
  for (const PlotPoint& point : series.points) {
    columns->addData(place_on(data.x, point.x) + width * (number - (of - 1) / 2.0), point.y);
  }
  if (!series.in_legend) columns->removeFromLegend();
}

void add_series(QCustomPlot& plot, const PlotData& data, const PlotSeries& series, double shift) {
  const QColor colour = series_colour(series.colour);
  if (series.spread == Spread::band) add_band(plot, data, series, colour);
  QCPGraph* graph = plot.addGraph();
  graph->setName(series.name);
  graph->setPen(series.line ? QPen(colour, 1.8) : QPen(Qt::NoPen));
  graph->setLineStyle(series.line ? QCPGraph::lsLine : QCPGraph::lsNone);
  if (series.marks) graph->setScatterStyle(mark_of(series, colour));
  for (const PlotPoint& point : series.points) {
    if (data.y.scale == Scale::nines && point.y > k_highest_share) continue;
    graph->addData(place_on(data.x, point.x) + shift, place_on(data.y, point.y));
  }
  if (!series.in_legend) graph->removeFromLegend();
  if (series.spread == Spread::bars) add_error_bars(plot, series, graph, colour);
}

void add_guide(QCustomPlot& plot, const PlotData& data, const PlotGuide& guide, int number) {
  const PlotColours colours = plot_colours();
  auto* line = new QCPItemStraightLine(&plot);
  const double at = place_on(guide.vertical ? data.x : data.y, guide.at);
  line->point1->setCoords(guide.vertical ? at : 0, guide.vertical ? 0 : at);
  line->point2->setCoords(guide.vertical ? at : 1, guide.vertical ? 1 : at);
  line->setPen(QPen(colours.faint_text, 1, guide.faint ? Qt::DotLine : Qt::DashLine));
  if (guide.label.isEmpty()) return;
  auto* text = new QCPItemText(&plot);
  text->setText(guide.label);
  text->setColor(colours.faint_text);
  text->setPadding(QMargins(3, 1, 3, 1));
  if (guide.vertical) {
    // In turns on four lines, so that neighbours stay readable.
    text->position->setTypeX(QCPItemPosition::ptPlotCoords);
    text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(at, 0.01 + 0.05 * (number % 4));
    text->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
  } else {
    text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text->position->setTypeY(QCPItemPosition::ptPlotCoords);
    text->position->setCoords(1, at);
    text->setPositionAlignment(Qt::AlignBottom | Qt::AlignRight);
  }
}

void dress_legend(QCustomPlot& plot) {
  const PlotColours colours = plot_colours();
  plot.legend->setVisible(plot.legend->itemCount() > 0);
  plot.legend->setBrush(Qt::NoBrush);
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setTextColor(colours.text);
  plot.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
  plot.legend->setWrap(4);
}

// With some air around.
QCPRange range_of(const PlotAxis& axis, double low, double high) {
  if (axis.scale == Scale::category) return {-0.6, static_cast<double>(axis.ticks.size()) - 0.4};
  if (axis.scale == Scale::nines) return {place_on(axis, 0.0), std::max(place_on(axis, 0.9999) + 0.15, high)};
  if (axis.scale == Scale::logarithmic) {
    const double air = std::pow(std::max(high / low, 1.05), 0.06);
    return {low / air, high * air};
  }
  if (axis.scale == Scale::time && low == high) return {low - k_lone_point_s, high + k_lone_point_s};
  if (axis.from_zero && low > 0) low = 0;
  double air = 0.06 * (high - low);
  if (air <= 0) air = high == 0 ? 1 : std::abs(high) * 0.1;
  return {axis.from_zero && low == 0 ? 0 : low - air, high + air};
}

}  // namespace

double place_on(const PlotAxis& axis, double value) {
  if (axis.scale == Scale::nines) return -std::log10(1 - std::min(value, k_highest_share));
  if (axis.scale == Scale::time) return value / 1000;
  return value;
}

void draw_plot(QCustomPlot& plot, const PlotData& data) {
  plot.setBackground(plot_colours().background);
  dress_axis(*plot.xAxis, data.x);
  dress_axis(*plot.yAxis, data.y);
  int columns = 0;
  const auto all_columns = static_cast<int>(std::ranges::count_if(data.series, &PlotSeries::bars));
  for (std::size_t number = 0; number < data.series.size(); ++number) {
    const PlotSeries& series = data.series[number];
    if (series.bars) {
      add_columns(plot, data, series, columns++, all_columns);
    } else {
      add_series(plot, data, series, shift_of(data, number));
    }
  }
  int guides = 0;
  for (const PlotGuide& guide : data.guides) add_guide(plot, data, guide, guides++);
  dress_legend(plot);
}

void fit_ranges(QCustomPlot& plot, const PlotData& data) {
  double low = INFINITY;
  double high = -INFINITY;
  for (const PlotSeries& series : data.series) {
    for (const PlotPoint& point : series.points) {
      const bool spread = series.spread != Spread::none;
      low = std::min(low, place_on(data.y, spread ? point.lower : point.y));
      high = std::max(high, place_on(data.y, spread ? point.upper : point.y));
    }
  }
  for (const PlotGuide& guide : data.guides) {
    if (guide.vertical) continue;
    low = std::min(low, guide.at);
    high = std::max(high, guide.at);
  }
  const Extent across = extent_of(data);
  if (across.lower > across.upper || low > high) return;
  plot.xAxis->setRange(range_of(data.x, across.lower, across.upper));
  plot.yAxis->setRange(range_of(data.y, low, high));
}

}  // namespace ringside::gui
