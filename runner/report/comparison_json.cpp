// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/comparison_json.h"

#include <nlohmann/json.hpp>

#include "report/json_values.h"

namespace ringside::report {
namespace {

Json json_of_ratio(const std::optional<analysis::RatioEstimate>& ratio) {
  if (!ratio) return nullptr;
  return {{"value", ratio->value}, {"interval", json_of(ratio->interval)}};
}

}  // namespace

Json json_of(const analysis::MetricComparison& metric) {
  Json object = json_of_metric(metric.metric);
  object["baseline"] = json_of(metric.baseline);
  object["candidate"] = json_of(metric.candidate);
  object["unsupported"] = metric.unsupported;
  object["pairs"] = metric.pairs;
  object["bad_blocks"] = metric.bad_blocks;
  object["ratio"] = json_of_ratio(metric.ratio);
  object["companion"] = json_of_ratio(metric.companion);
  object["p"] = json_of(metric.p);
  object["p_adjusted"] = json_of(metric.p_adjusted);
  object["detectable"] = json_of(metric.detectable);
  object["margin"] = metric.margin.value;
  // An unsupported quantile is not in the family: it has no verdict.
  object["verdict"] = metric.unsupported ? Json(nullptr) : Json(to_text(metric.verdict));
  object["reason"] =
      metric.unsupported || metric.reason == VerdictReason::none ? Json(nullptr) : Json(to_text(metric.reason));
  return object;
}

namespace {

Json json_of_cell(const analysis::CellComparison& cell) {
  Json metrics = Json::array();
  for (const auto& metric : cell.metrics) metrics.push_back(json_of(metric));
  Json object;
  object["key"] = cell.key;
  object["options"] = json_of(cell.options);
  object["metrics"] = std::move(metrics);
  object["treatment"]["baseline"] = json_of(cell.baseline_treatment);
  object["treatment"]["candidate"] = json_of(cell.candidate_treatment);
  object["excluded"] = json_of(cell.excluded);
  return object;
}

Json json_of_candidate(const analysis::CandidateComparison& candidate) {
  Json cells = Json::array();
  for (const auto& cell : candidate.cells) cells.push_back(json_of_cell(cell));
  Json means = Json::array();
  for (const auto& mean : candidate.geometric_means) {
    Json object = json_of_metric(mean.metric);
    object["cells"] = mean.cells;
    object["blocks"] = mean.blocks;
    object["ratio"] = json_of_ratio(mean.ratio);
    means.push_back(std::move(object));
  }
  Json object;
  object["candidate"] = json_of(candidate.candidate);
  object["pairing"] = to_text(candidate.pairing);
  object["cells"] = std::move(cells);
  object["geometric_means"] = std::move(means);
  return object;
}

}  // namespace

Json json_of(const analysis::Comparison& comparison) {
  Json candidates = Json::array();
  for (const auto& candidate : comparison.candidates) candidates.push_back(json_of_candidate(candidate));
  Json document;
  document["schema"] = "ringside.compare/1";
  document["alpha"] = comparison.alpha;
  document["baseline"] = json_of(comparison.baseline);
  document["candidates"] = std::move(candidates);
  document["warnings"] = comparison.warnings;
  return document;
}

std::string to_json(const analysis::Comparison& comparison) {
  return document_text(json_of(comparison));
}

}  // namespace ringside::report
