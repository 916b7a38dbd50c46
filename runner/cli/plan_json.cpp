// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "cli/plan_document.h"
#include "report/json_values.h"

namespace ringside::cli {
namespace {

using report::Json;

std::string_view driver_kind(DriverKind kind) {
  switch (kind) {
    case DriverKind::in_tree:
      return "in-tree";
    case DriverKind::reference:
      return "reference";
    case DriverKind::path:
      break;
  }
  return "path";
}

Json json_of(const Arm& arm, bool baseline) {
  return {{"arm", arm.name},
          {"baseline", baseline},
          {"kernel", report::text_or_null(arm.guest.kernel)},
          {"kernel_path", report::text_or_null(arm.guest.kernel_path)},
          {"driver", driver_kind(arm.driver.kind)},
          {"driver_path", report::text_or_null(arm.driver.path)},
          {"params", report::json_of(arm.params)},
          {"device", report::json_of(arm.device)},
          {"fio", report::json_of(arm.fio)},
          {"expect", arm.expect},
          {"specification", arm.specification()}};
}

Json json_of(const Campaign& campaign, const engine::Plan& plan, const engine::PlannedBlock& block) {
  Json boots = Json::array();
  for (const auto& boot : block.boots) {
    Json arms = Json::array();
    for (const auto arm : boot.arms) arms.push_back(campaign.arms[arm].name);
    boots.push_back({{"arms", std::move(arms)}});
  }
  Json steps = Json::array();
  for (const auto& step : block.steps) steps.push_back({{"cell", plan.cells[step.cell].key()}, {"run", step.run}});
  return {{"block", block.index}, {"boots", std::move(boots)}, {"steps", std::move(steps)}};
}

}  // namespace

std::string plan_json(const Campaign& campaign, const engine::Plan& plan) {
  Json arms = Json::array();
  for (const auto& arm : campaign.arms) arms.push_back(json_of(arm, arm.name == campaign.baseline().name));
  Json cells = Json::array();
  for (const auto& cell : plan.cells) {
    cells.push_back({{"key", cell.key()}, {"options", report::json_of(cell.options)}});
  }
  Json blocks = Json::array();
  for (const auto& block : plan.schedule.blocks) blocks.push_back(json_of(campaign, plan, block));
  Json document;
  document["schema"] = "ringside.plan/1";
  document["name"] = campaign.name;
  document["question"] = report::text_or_null(campaign.question);
  document["seed"] = campaign.design.seed;
  document["fio"] = report::json_of(campaign.fio);
  document["measurements"] = plan.measurements;
  document["boots"] = plan.boots;
  document["estimate_s"] = std::chrono::duration<double>(plan.estimate).count();
  document["arms"] = std::move(arms);
  document["cells"] = std::move(cells);
  document["blocks"] = std::move(blocks);
  return report::document_text(document);
}

}  // namespace ringside::cli
