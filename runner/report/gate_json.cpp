// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "report/comparison_json.h"
#include "report/gate_report.h"
#include "report/json_values.h"

namespace ringside::report {
namespace {

Json json_of_screened(const analysis::GateEntry& entry) {
  if (!entry.screened) return nullptr;
  return {{"ratio", entry.screened->value},
          {"interval", json_of(entry.screened->interval)},
          {"p_adjusted", json_of(entry.screened_p)}};
}

Json json_of_entry(const analysis::Judgement& judgement, const analysis::GateCandidate& candidate,
                   const analysis::GateEntry& entry) {
  Json object;
  object["cell"] = entry.key;
  object["options"] = json_of(entry.options);
  object["outcome"] = to_text(entry.outcome);
  object["strict_pass"] = entry.strict_pass;
  object["stage"] = entry.stage;
  object["screened"] = json_of_screened(entry);
  object["figures"] = json_of(entry.figures);
  object["text"] = entry_text(judgement, candidate, entry);
  object["excluded"] = json_of(entry.excluded);
  return object;
}

Json json_of_stage(const analysis::GateStage& stage) {
  return {
      {"campaign", stage.campaign.to_text()},   {"name", stage.name},
      {"started", to_text(stage.started)},      {"ended", stage.ended ? Json(to_text(*stage.ended)) : Json(nullptr)},
      {"planned_blocks", stage.planned_blocks}, {"cells", stage.cells}};
}

void add_judgement(Json& document, const analysis::Judgement& judgement) {
  Json stages = Json::array();
  for (const auto& stage : judgement.stages) stages.push_back(json_of_stage(stage));
  Json candidates = Json::array();
  for (const auto& candidate : judgement.candidates) {
    Json entries = Json::array();
    for (const auto& entry : candidate.entries) entries.push_back(json_of_entry(judgement, candidate, entry));
    candidates.push_back({{"candidate", json_of(candidate.candidate)}, {"entries", std::move(entries)}});
  }
  document["strict"] = judgement.strict;
  document["alpha"] = judgement.alpha;
  document["method"] = judgement.two_stages ? "two_stages" : "one_stage";
  document["metrics"] = judgement.metrics;
  document["stages"] = std::move(stages);
  document["baseline"] = json_of(judgement.baseline);
  document["candidates"] = std::move(candidates);
  document["notes"] = judgement.notes;
  document["warnings"] = judgement.warnings;
}

}  // namespace

std::string to_json(const GateReport& report) {
  Json document;
  document["schema"] = "ringside.gate/1";
  document["campaign"] = report.campaign;
  document["file"] = text_or_null(report.file);
  document["outcome"] = outcome_word(report);
  document["exit_code"] = report.exit_code();
  document["text"] = gate_headline(report);
  document["failure"] = nullptr;
  if (report.failure) {
    document["failure"] = {{"id", report.failure->id},
                           {"message", report.failure->error.message},
                           {"hint", text_or_null(report.failure->error.hint)},
                           {"context", text_or_null(report.failure->error.context)}};
  }
  if (report.judgement) add_judgement(document, *report.judgement);
  return document_text(document);
}

}  // namespace ringside::report
