// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_json.h"

#include <nlohmann/json.hpp>

#include "cli/run_facts.h"
#include "report/comparison_json.h"
#include "report/json_values.h"

namespace ringside::cli {
namespace {

using report::Json;

double seconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

std::string_view status_of(const engine::RunOutcome& outcome) {
  if (outcome.failure) return "failed";
  return outcome.interrupted ? "interrupted" : "finished";
}

Json failure_of(const engine::RunOutcome& outcome) {
  if (!outcome.failure) return nullptr;
  return {{"message", outcome.failure->message},
          {"hint", report::text_or_null(outcome.failure->hint)},
          {"context", report::text_or_null(outcome.failure->context)}};
}

void add_outcome(Json& document, const engine::RunOutcome& outcome, const std::string& database) {
  document["campaign"] = outcome.uuid.to_text();
  document["status"] = status_of(outcome);
  document["failure"] = failure_of(outcome);
  document["valid"] = outcome.valid;
  document["invalid"] = outcome.invalid;
  document["blocks_failed"] = outcome.blocks_failed;
  document["boots"] = outcome.boots;
  document["wall_s"] = seconds(outcome.wall);
  document["inside_fio_s"] = seconds(outcome.inside_fio);
  document["outside_fio_share"] = report::share_outside_fio(run_facts(outcome, database, {}));
  const bool changed = outcome.arm_changes > 0;
  document["arm_changes"] = {{"count", outcome.arm_changes},
                             {"median_s", changed ? Json(seconds(outcome.arm_change_median)) : Json(nullptr)},
                             {"longest_s", changed ? Json(seconds(outcome.arm_change_longest)) : Json(nullptr)}};
  document["database"] = database;
}

}  // namespace

std::string run_json(const engine::RunOutcome& outcome, const std::string& database,
                     const std::optional<analysis::Comparison>& comparison) {
  Json document;
  document["schema"] = "ringside.run/1";
  add_outcome(document, outcome, database);
  document["comparison"] = comparison ? report::json_of(*comparison) : Json(nullptr);
  return report::document_text(document);
}

std::string outcome_line(const engine::RunOutcome& outcome, const std::string& database, WallTime now) {
  Json document{{"schema", "ringside.progress/1"}, {"time", to_text(now)}, {"event", "outcome"}};
  add_outcome(document, outcome, database);
  return report::line_text(document);
}

}  // namespace ringside::cli
