// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/power_document.h"
#include "report/json_values.h"

namespace ringside::cli {
namespace {

using report::Json;

template <typename Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json json_of(const CellPower& cell) {
  return {
      {"cell", cell.noise.cell},
      {"sd", cell.noise.sd},
      {"source", to_text(cell.noise.source)},
      {"df", cell.noise.df},
      {"campaigns", cell.noise.campaigns},
      {"other_design", cell.noise.other_design},
      {"between_boots_sd", number_or_null(cell.noise.between_boots ? std::optional(std::sqrt(*cell.noise.between_boots))
                                                                   : std::optional<double>())},
      {"within_boot_sd", number_or_null(cell.noise.within_boot ? std::optional(std::sqrt(*cell.noise.within_boot))
                                                               : std::optional<double>())},
      {"intraclass_correlation", number_or_null(cell.noise.intraclass_correlation)},
      {"advised_runs", number_or_null(cell.advised_runs)},
      {"detectable", number_or_null(cell.detectable)},
      {"detectable_among_cells", number_or_null(cell.detectable_among)},
      {"blocks_for_effect", number_or_null(cell.blocks)},
      {"blocks_for_effect_among_cells", number_or_null(cell.blocks_among)}};
}

}  // namespace

std::string power_json(const std::vector<PowerPlan>& plans) {
  Json metrics = Json::array();
  for (const auto& plan : plans) {
    Json cells = Json::array();
    for (const auto& cell : plan.cells) cells.push_back(json_of(cell));
    Json object = report::json_of_metric(plan.metric);
    object["cells"] = std::move(cells);
    metrics.push_back(std::move(object));
  }
  Json document;
  document["schema"] = "ringside.power/1";
  if (!plans.empty()) {
    const auto& plan = plans.front();
    document["name"] = plan.campaign;
    document["blocks"] = plan.blocks;
    document["runs"] = plan.runs;
    document["one_boot"] = plan.one_boot;
    document["effect"] = plan.effect;
    document["power"] = plan.power;
    document["alpha"] = plan.alpha;
    document["floor"] = plan.floor.value;
    document["accelerator"] = report::text_or_null(plan.accelerator);
    document["kernel"] = report::text_or_null(plan.kernel);
    document["block_s"] = std::chrono::duration<double>(plan.block_time).count();
  }
  document["metrics"] = std::move(metrics);
  return report::document_text(document);
}

}  // namespace ringside::cli
