// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/plan_document.h"

#include <fmt/format.h>

#include "report/cell_names.h"
#include "report/figures.h"

namespace ringside::cli {
namespace {

using report::Align;
using report::field;

std::string driver_text(const DriverChoice& driver) {
  switch (driver.kind) {
    case DriverKind::in_tree:
      return "in-tree";
    case DriverKind::reference:
      return "reference";
    case DriverKind::path:
      break;
  }
  return driver.path;
}

std::string kernel_text(const Guest& guest) {
  return guest.kernel_path.empty() ? guest.kernel : guest.kernel_path;
}

report::Section arms_section(const Campaign& campaign, const engine::Plan& plan) {
  report::Section section;
  section.title = campaign.name;
  if (!campaign.question.empty()) section.lines.push_back(campaign.question);
  section.lines.push_back(fmt::format(
      "{} in {} and {}, about {}; seed {}; nothing was started", report::counted(plan.measurements, "measurement"),
      report::counted(plan.schedule.blocks.size(), "block"), report::counted(plan.boots, "boot"),
      report::waiting_text(plan.estimate), campaign.design.seed));
  if (!campaign.fio.empty()) section.lines.push_back("fio: " + to_text(campaign.fio));
  section.table.columns = {{"arm", "arm", Align::left},       {"kernel", "kernel", Align::left},
                           {"driver", "driver", Align::left}, {"params", "parameters", Align::left},
                           {"device", "device", Align::left}, {"fio", "fio", Align::left},
                           {"expect", "expects", Align::left}};
  for (const auto& arm : campaign.arms) {
    const bool baseline = arm.name == campaign.baseline().name;
    std::string expect;
    for (const auto& check : arm.expect) expect += (expect.empty() ? "" : " ") + check;
    section.table.rows.push_back({field(arm.name, arm.name + (baseline ? " (baseline)" : "")),
                                  field(kernel_text(arm.guest)), field(driver_text(arm.driver)),
                                  field(to_text(arm.params)), field(to_text(arm.device)), field(to_text(arm.fio)),
                                  field(expect)});
  }
  return section;
}

report::Section cells_section(const engine::Plan& plan) {
  report::Section section;
  std::vector<OptionMap> options;
  for (const auto& cell : plan.cells) options.push_back(cell.options);
  const auto names = report::cell_names(options);
  section.title = report::counted(plan.cells.size(), "cell");
  if (!names.common.empty()) section.lines.push_back("all cells: " + names.common);
  section.table.columns = {{"number", "number", Align::right}, {"cell", "cell", Align::left}};
  for (std::size_t i = 0; i < names.names.size(); ++i) {
    section.table.rows.push_back({field(static_cast<std::int64_t>(i + 1)), field(names.names[i])});
  }
  return section;
}

report::Section order_section(const Campaign& campaign, const engine::Plan& plan) {
  report::Section section;
  section.title = "order";
  section.table.columns = {{"block", "block", Align::right},
                           {"arms", "arms, | between boots", Align::left},
                           {"cells", "cells, by number, the same for every arm", Align::left}};
  for (const auto& block : plan.schedule.blocks) {
    std::string arms;
    for (const auto& boot : block.boots) {
      if (!arms.empty()) arms += " | ";
      for (std::size_t i = 0; i < boot.arms.size(); ++i)
        arms += (i == 0 ? "" : ", ") + campaign.arms[boot.arms[i]].name;
    }
    std::string cells;
    for (const auto& step : block.steps) cells += (cells.empty() ? "" : " ") + std::to_string(step.cell + 1);
    section.table.rows.push_back({field(block.index), field(arms), field(cells)});
  }
  return section;
}

}  // namespace

report::Document plan_document(const Campaign& campaign, const engine::Plan& plan) {
  report::Document document;
  document.sections = {arms_section(campaign, plan), cells_section(plan), order_section(campaign, plan)};
  return document;
}

}  // namespace ringside::cli
