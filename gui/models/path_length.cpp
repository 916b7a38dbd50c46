// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/path_length.h"

#include <fmt/format.h>

#include <QStringList>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gui/models/text.h"

namespace ringside::gui {
namespace {

using analysis::PathCell;
using analysis::PathSide;
using pathlen::FunctionFigures;
using pathlen::GroupFigures;
using Key = std::pair<std::string, std::string>;  // module and function

// Groups below it in every arm would be bars that nobody sees.
constexpr double k_least_per_io = 1;

report::Field number_field(double number, int digits) {
  return report::field(number, fmt::format("{:.{}f}", number, digits));
}

QString shown_word(std::string_view word) {
  return shown(std::string(word));
}

// The functions of one arm in a row of the table; null where it never ran.
struct FunctionRow {
  std::vector<const FunctionFigures*> arms;
  double most = 0;  // per I/O, of any arm

  [[nodiscard]] const FunctionFigures& any() const {
    return **std::ranges::find_if(arms, [](const auto* figures) { return figures != nullptr; });
  }
};

// Dearest first.
std::vector<FunctionRow> function_rows(const PathCell& cell) {
  std::map<Key, FunctionRow> found;
  for (std::size_t arm = 0; arm < cell.sides.size(); ++arm) {
    for (const FunctionFigures& function : cell.sides[arm].runs.front().functions) {
      FunctionRow& row = found[{function.module, function.function}];
      row.arms.resize(cell.sides.size());
      row.arms[arm] = &function;
      row.most = std::max(row.most, function.per_io);
    }
  }
  std::vector<FunctionRow> rows;
  for (auto& [key, row] : found) rows.push_back(std::move(row));
  std::ranges::stable_sort(rows, std::greater<>{}, &FunctionRow::most);
  return rows;
}

// Places in all_groups() that are worth a bar.
std::vector<std::size_t> groups_shown(const PathCell& cell) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < pathlen::k_groups; ++place) {
    const bool seen = std::ranges::any_of(
        cell.sides, [&](const PathSide& side) { return side.runs.front().groups[place].per_io >= k_least_per_io; });
    if (seen) places.push_back(place);
  }
  return places;
}

PlotPoint bar_of(double x, const PathSide& side, const GroupFigures& group) {
  const QString tip = QStringLiteral(
                          "%1, %2: %3 instructions per I/O\nsubmit %4, complete %5, interrupt %6, shared %7\n"
                          "%8 of them in every run alike")
                          .arg(shown(side.arm), shown_word(to_text(group.group)))
                          .arg(group.per_io, 0, 'f', 1)
                          .arg(group.submit, 0, 'f', 1)
                          .arg(group.complete, 0, 'f', 1)
                          .arg(group.interrupt, 0, 'f', 1)
                          .arg(group.shared, 0, 'f', 1)
                          .arg(group.exact, 0, 'f', 0);
  return {x, group.per_io, 0, 0, tip};
}

}  // namespace

Result<analysis::PathLengths> load_paths(OpenStores& stores, const CampaignAddress& address) {
  const auto store = stores.at(address.store);
  if (!store) return std::unexpected(store.error());
  return analysis::path_lengths(**store, address.campaign);
}

report::Table path_table(const PathCell& cell) {
  report::Table table;
  table.columns = {{"function", "function"}, {"module", "module"}, {"group", "group"}, {"way", "way"}};
  for (const PathSide& side : cell.sides) {
    table.columns.push_back({side.arm + "_per_io", side.arm + ": instr/IO", report::Align::right});
    table.columns.push_back({side.arm + "_calls_per_io", side.arm + ": calls/IO", report::Align::right});
  }
  for (const FunctionRow& row : function_rows(cell)) {
    const FunctionFigures& any = row.any();
    std::vector<report::Field> fields{report::field(any.function), report::field(any.module),
                                      report::field(std::string(to_text(any.place.group))),
                                      report::field(std::string(to_text(any.place.way)))};
    for (const FunctionFigures* function : row.arms) {
      fields.push_back(function == nullptr ? report::unknown_field() : number_field(function->per_io, 2));
      fields.push_back(function == nullptr ? report::unknown_field() : number_field(function->calls_per_io, 3));
    }
    table.rows.push_back(std::move(fields));
  }
  return table;
}

PlotData path_plot(const PathCell& cell) {
  PlotData plot;
  plot.title = QStringLiteral("Instructions per I/O by group of functions");
  plot.x.scale = Scale::category;
  plot.y = {.title = QStringLiteral("guest instructions per I/O"), .si_prefixes = true, .from_zero = true};
  const std::vector<std::size_t> groups = groups_shown(cell);
  for (std::size_t at = 0; at < groups.size(); ++at) {
    plot.x.ticks.push_back({static_cast<double>(at), shown_word(to_text(pathlen::all_groups()[groups[at]]))});
  }
  for (const PathSide& side : cell.sides) {
    const analysis::PathRun& run = side.runs.front();
    PlotSeries series{.name = QStringLiteral("%1: %2 in all").arg(shown(side.arm)).arg(run.per_io, 0, 'f', 0),
                      .colour = static_cast<int>(plot.series.size()),
                      .bars = true};
    for (std::size_t at = 0; at < groups.size(); ++at) {
      series.points.push_back(bar_of(static_cast<double>(at), side, run.groups[groups[at]]));
    }
    plot.series.push_back(std::move(series));
  }
  plot.note = QStringLiteral(
      "Counts of the guest's kernel: the difference of two runs, divided by the I/Os between them. They do not depend "
      "on the host's speed; \"time\" is driven by time as much as by I/O.");
  if (plot.empty()) plot.nothing = QStringLiteral("Nothing was counted for this cell.");
  return plot;
}

QString path_conditions(const analysis::PathLengths& lengths) {
  QStringList parts;
  if (!lengths.kernel.empty()) parts += QStringLiteral("kernel ") + shown(lengths.kernel);
  if (!lengths.cpu_model.empty()) parts += QStringLiteral("CPU ") + shown(lengths.cpu_model);
  if (!lengths.qemu.empty()) parts += QStringLiteral("QEMU ") + shown(lengths.qemu);
  return parts.join(QStringLiteral(", "));
}

}  // namespace ringside::gui
