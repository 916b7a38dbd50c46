// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/interval_plot.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/figures.h"
#include "report/html.h"
#include "report/log_axis.h"
#include "report/markup.h"
#include "report/text_width.h"

namespace ringside::report {
namespace {

constexpr std::size_t k_most_rows = 200;
constexpr std::size_t k_label_columns = 40;
constexpr int k_width = 960;
constexpr int k_left = 270;   // where labels end
constexpr int k_right = 620;  // where figures begin
constexpr int k_row = 22;
constexpr int k_axis = 30;

// Wide enough for every interval and for what is asked about: a few per cent to both sides of 1.
LogAxis axis_of(const std::vector<IntervalRow>& rows) {
  double low = 0.95;
  double high = 1.05;
  for (const IntervalRow& row : rows) {
    if (!row.ratio) continue;
    low = std::min({low, *row.ratio, row.interval ? row.interval->lower : *row.ratio});
    high = std::max({high, *row.ratio, row.interval ? row.interval->upper : *row.ratio});
  }
  return {std::max(low / 1.02, 1e-3), std::min(high * 1.02, 1e3), k_left + 10, k_right - 10};
}

std::string tick_lines(const LogAxis& axis, int bottom) {
  std::string out;
  for (const double tick : axis.ticks()) {
    const double x = axis.at(tick);
    out += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1}\"/>", x, bottom);
    out += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\">{:g}×</text>\n", x, bottom + 16, tick);
  }
  out += fmt::format("<line class=\"one\" x1=\"{0:.1f}\" y1=\"0\" x2=\"{0:.1f}\" y2=\"{1}\"/>\n", axis.at(1), bottom);
  return out;
}

std::string row_svg(const IntervalRow& row, const LogAxis& axis, std::size_t index) {
  const int y = static_cast<int>(index) * k_row + k_row / 2;
  std::string out =
      fmt::format("<g class=\"{}\"><text class=\"label\" x=\"{}\" y=\"{}\">{}</text>", tone_class(row.tone), k_left,
                  y + 4, markup_escaped(shortened(printable(row.label), k_label_columns)));
  if (row.ratio && row.interval) {
    out += fmt::format("<line class=\"mark\" x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\"/>",
                       axis.at(row.interval->lower), y, axis.at(row.interval->upper), y);
  }
  if (row.ratio) out += fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{}\" r=\"4\"/>", axis.at(*row.ratio), y);
  out += fmt::format("<text class=\"figure\" x=\"{}\" y=\"{}\">{}</text></g>\n", k_right, y + 4,
                     markup_escaped(row.ratio ? row.text : "no figure"));
  return out;
}

}  // namespace

std::string interval_plot(const std::string& title, const std::vector<IntervalRow>& rows) {
  if (rows.empty()) return {};
  const std::size_t drawn = std::min(rows.size(), k_most_rows);
  const int bottom = static_cast<int>(drawn) * k_row;
  const LogAxis axis = axis_of(rows);
  std::string out = fmt::format("<svg class=\"intervals\" viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>\n",
                                k_width, bottom + k_axis, markup_escaped(title));
  out += tick_lines(axis, bottom);
  for (std::size_t i = 0; i < drawn; ++i) out += row_svg(rows[i], axis, i);
  out += "</svg>\n";
  if (drawn < rows.size()) {
    out += fmt::format("<p class=\"dim\">{} more in the table</p>\n", counted(rows.size() - drawn, "cell"));
  }
  return out;
}

}  // namespace ringside::report
