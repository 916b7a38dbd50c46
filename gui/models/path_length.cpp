// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/path_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gui/models/text.h"

namespace ringside::gui {
namespace {

constexpr std::size_t k_most_modules = 8;

PathOfArm path_of(const PathProfile& profile, std::string arm, std::string cell) {
  PathOfArm out{std::move(arm), std::move(cell), profile.ios, {}};
  if (profile.ios <= 0) return out;
  const auto ios = static_cast<double>(profile.ios);
  for (const FunctionPath& function : profile.functions) {
    out.functions.push_back({function.module, function.function, static_cast<double>(function.instructions()) / ios,
                             static_cast<double>(function.calls) / ios});
  }
  std::ranges::stable_sort(out.functions, std::greater<>{}, &PathFunction::instructions_per_io);
  return out;
}

std::vector<const PathOfArm*> of_cell(const std::vector<PathOfArm>& paths, const std::string& cell) {
  std::vector<const PathOfArm*> found;
  for (const PathOfArm& path : paths) {
    if (path.cell == cell) found.push_back(&path);
  }
  return found;
}

report::Field number_field(double number) {
  return report::field(number, fmt::format("{:.2f}", number));
}

using Key = std::pair<std::string, std::string>;  // module and function

}  // namespace

Result<std::vector<PathOfArm>> load_paths(OpenStores& stores, const CampaignAddress& address) {
  const auto store = stores.at(address.store);
  if (!store) return std::unexpected(store.error());
  const auto records = (*store)->path_profiles(address.campaign);
  if (!records) return std::unexpected(records.error());
  const auto arms = (*store)->arms(address.campaign);
  if (!arms) return std::unexpected(arms.error());
  const auto cells = (*store)->cells(address.campaign);
  if (!cells) return std::unexpected(cells.error());
  std::map<std::pair<ArmId, CellId>, const store::PathRecord*> latest;
  for (const store::PathRecord& record : *records) {
    const store::PathRecord*& place = latest[{record.key.arm, record.key.cell}];
    if (place == nullptr || place->key.block < record.key.block) place = &record;
  }
  std::vector<PathOfArm> paths;
  for (const store::ArmRecord& arm : *arms) {
    for (const store::CellRecord& cell : *cells) {
      const auto found = latest.find({arm.id, cell.id});
      if (found != latest.end()) paths.push_back(path_of(found->second->profile, arm.name, cell.key));
    }
  }
  return paths;
}

report::Table path_table(const std::vector<PathOfArm>& paths, const std::string& cell) {
  const auto arms = of_cell(paths, cell);
  report::Table table;
  table.columns = {{"module", "module", report::Align::left}, {"function", "function", report::Align::left}};
  std::map<Key, std::vector<const PathFunction*>> rows;
  std::vector<Key> order;  // as the first arm that has it sorts it
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    const std::string& name = arms[arm]->arm;
    table.columns.push_back({"instructions_" + name, name + ": instructions/I/O", report::Align::right});
    table.columns.push_back({"calls_" + name, name + ": calls/I/O", report::Align::right});
    for (const PathFunction& function : arms[arm]->functions) {
      auto& row = rows[{function.module, function.function}];
      if (row.empty()) {
        row.resize(arms.size());
        order.emplace_back(function.module, function.function);
      }
      row[arm] = &function;
    }
  }
  for (const Key& key : order) {
    std::vector<report::Field> row{report::field(key.first), report::field(key.second)};
    for (const PathFunction* function : rows[key]) {
      row.push_back(function == nullptr ? report::unknown_field() : number_field(function->instructions_per_io));
      row.push_back(function == nullptr ? report::unknown_field() : number_field(function->calls_per_io));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

PlotData path_plot(const std::vector<PathOfArm>& paths, const std::string& cell) {
  PlotData plot;
  plot.title = QStringLiteral("Instructions per I/O by module");
  plot.x.scale = Scale::category;
  plot.y = {.title = QStringLiteral("guest instructions per I/O"), .si_prefixes = true, .from_zero = true};
  const auto arms = of_cell(paths, cell);
  std::map<std::string, double> most;
  std::vector<std::map<std::string, double>> sums;
  for (const PathOfArm* arm : arms) {
    auto& sum = sums.emplace_back();
    for (const PathFunction& function : arm->functions) sum[function.module] += function.instructions_per_io;
    for (const auto& [module, instructions] : sum) most[module] = std::max(most[module], instructions);
  }
  std::vector<std::pair<std::string, double>> modules(most.begin(), most.end());
  std::ranges::stable_sort(modules, std::greater<>{}, &std::pair<std::string, double>::second);
  if (modules.size() > k_most_modules) modules.resize(k_most_modules);
  for (std::size_t at = 0; at < modules.size(); ++at) {
    plot.x.ticks.push_back({static_cast<double>(at), shown(modules[at].first)});
  }
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    PlotSeries series{.name = shown(arms[arm]->arm), .colour = static_cast<int>(arm), .bars = true};
    for (std::size_t at = 0; at < modules.size(); ++at) {
      const double instructions = sums[arm][modules[at].first];
      series.points.push_back({static_cast<double>(at), instructions, 0, 0,
                               QStringLiteral("%1, %2: %3 instructions per I/O")
                                   .arg(series.name, shown(modules[at].first))
                                   .arg(instructions, 0, 'f', 1)});
    }
    plot.series.push_back(std::move(series));
  }
  plot.note = QStringLiteral(
      "Exact counts of the guest's kernel: the difference of two runs, divided by the I/Os between "
      "them. They do not depend on the host's speed.");
  if (plot.empty()) plot.nothing = QStringLiteral("Nothing was counted for this cell.");
  return plot;
}

}  // namespace ringside::gui
