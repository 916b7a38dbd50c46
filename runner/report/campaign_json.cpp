// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "report/campaign_document.h"
#include "report/json_values.h"

namespace ringside::report {
namespace {

Json json_of_campaign(const store::CampaignRecord& campaign) {
  Json margins = Json::array();
  for (const auto& margin : campaign.margins) {
    margins.push_back({{"cell", margin.cell}, {"metric", margin.metric}, {"margin", margin.margin.value}});
  }
  return {{"id", campaign.uuid.to_text()},
          {"name", campaign.name},
          {"question", text_or_null(campaign.question)},
          {"tag", text_or_null(campaign.tag)},
          {"status", to_text(campaign.status)},
          {"started", to_text(campaign.started)},
          {"ended", campaign.ended ? Json(to_text(*campaign.ended)) : Json(nullptr)},
          {"baseline", campaign.baseline},
          {"accelerator", text_or_null(campaign.accelerator)},
          {"ringside_version", text_or_null(campaign.ringside_version)},
          {"seed", campaign.seed},
          {"runs", campaign.runs},
          {"fio", json_of(campaign.fio)},
          {"margins", std::move(margins)},
          {"toml", campaign.toml}};
}

Json json_of_cell(const analysis::CellSummary& cell) {
  Json metrics = Json::array();
  for (const auto& metric : cell.metrics) {
    Json object = json_of_metric(metric.metric);
    object["estimate"] = json_of(metric.estimate);
    metrics.push_back(std::move(object));
  }
  return {{"key", cell.key},
          {"options", json_of(cell.options)},
          {"valid", cell.valid},
          {"invalid", cell.invalid},
          {"metrics", std::move(metrics)},
          {"treatment", json_of(cell.treatment)},
          {"excluded", json_of(cell.excluded)}};
}

Json json_of_host(const store::Environment& host) {
  return {{"id", host.uuid.to_text()},
          {"identity", text_or_null(host.identity)},
          {"name", text_or_null(host.name)},
          {"recorded", to_text(host.recorded)},
          {"facts", host.facts}};
}

}  // namespace

std::string to_json(const analysis::CampaignDetail& detail) {
  Json arms = Json::array();
  for (const auto& arm : detail.arms) {
    Json cells = Json::array();
    for (const auto& cell : arm.cells) cells.push_back(json_of_cell(cell));
    Json object = json_of(arm.identity);
    object["facts"] = arm.facts;
    object["cells"] = std::move(cells);
    arms.push_back(std::move(object));
  }
  Json document;
  document["schema"] = "ringside.campaign/1";
  document["campaign"] = json_of_campaign(detail.campaign);
  document["host"] = json_of_host(detail.host);
  document["blocks"] = {{"planned", detail.blocks.planned}, {"complete", detail.blocks.complete},
                        {"failed", detail.blocks.failed},   {"attempts", detail.blocks.attempts},
                        {"probed", detail.blocks.probed},   {"superseded", detail.blocks.superseded}};
  document["arms"] = std::move(arms);
  return document_text(document);
}

}  // namespace ringside::report
