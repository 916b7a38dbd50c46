// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/path_lengths.h"

#include <algorithm>

namespace ringside::analysis {
namespace {

PathRun run_of(store::PathRecord record) {
  PathRun run;
  run.block = record.block;
  run.profile = std::move(record.profile);
  run.functions = pathlen::figures_of(run.profile);
  run.groups = pathlen::groups_of(run.functions);
  for (const pathlen::GroupFigures& group : run.groups) run.per_io += group.per_io;
  return run;
}

// QEMU's argument after `option`.
std::string argument_after(const std::vector<std::string>& argv, std::string_view option) {
  const auto at = std::ranges::find(argv, option);
  return at == argv.end() || std::next(at) == argv.end() ? std::string{} : *std::next(at);
}

Result<void> add_conditions(const store::Store& store, const store::CampaignRecord& campaign, PathLengths& out) {
  const auto boots = store.boots(campaign.id);
  if (!boots) return std::unexpected(boots.error());
  if (!boots->empty()) {
    const auto boot = store.boot(boots->back().id);
    if (!boot) return std::unexpected(boot.error());
    out.kernel = boot->kernel_release;
    out.cpu_model = argument_after(boot->argv, "-cpu");
  }
  const auto host = store.environment(campaign.host);
  if (!host) return std::unexpected(host.error());
  if (const auto qemu = host->facts.find("qemu.version"); qemu != host->facts.end()) out.qemu = qemu->second;
  return {};
}

PathCell& cell_of(PathLengths& lengths, const std::string& key) {
  const auto known = std::ranges::find(lengths.cells, key, &PathCell::cell);
  if (known != lengths.cells.end()) return *known;
  lengths.cells.push_back({key, {}});
  return lengths.cells.back();
}

PathSide& side_of(PathCell& cell, const store::ArmRecord& arm) {
  const auto known = std::ranges::find(cell.sides, arm.name, &PathSide::arm);
  if (known != cell.sides.end()) return *known;
  cell.sides.push_back({arm.name, arm.build_id, {}});
  return cell.sides.back();
}

}  // namespace

void PathLengths::keep(const std::vector<std::string>& arms) {
  baseline = arms.front();
  for (PathCell& cell : cells) {
    std::erase_if(cell.sides, [&](const PathSide& side) { return std::ranges::find(arms, side.arm) == arms.end(); });
  }
  std::erase_if(cells, [](const PathCell& cell) { return cell.sides.empty(); });
}

Result<PathLengths> path_lengths(const store::Store& store, CampaignRow campaign) {
  auto records = store.path_profiles(campaign);
  if (!records) return std::unexpected(std::move(records.error()));
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  PathLengths out;
  out.campaign = record->uuid;
  out.name = record->name;
  out.baseline = record->baseline;
  if (records->empty()) return out;
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  const auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(cells.error());
  if (auto added = add_conditions(store, *record, out); !added) return std::unexpected(std::move(added.error()));
  for (store::PathRecord& one : *records) {
    const auto arm = std::ranges::find(*arms, one.key.arm, &store::ArmRecord::id);
    const auto cell = std::ranges::find(*cells, one.key.cell, &store::CellRecord::id);
    if (arm == arms->end() || cell == cells->end()) continue;
    side_of(cell_of(out, cell->key), *arm).runs.push_back(run_of(std::move(one)));
  }
  return out;
}

}  // namespace ringside::analysis
