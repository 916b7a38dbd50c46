// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "report/json_values.h"
#include "report/mechanism_document.h"

namespace ringside::report {

std::string with_mechanism(std::string document, const std::vector<analysis::CellMechanism>& mechanism) {
  if (mechanism.empty()) return document;
  Json cells = Json::array();
  for (const analysis::CellMechanism& one : mechanism) {
    Json checks = Json::array();
    for (const TreatmentCheck& check : one.checks) {
      checks.push_back({{"id", check.id}, {"outcome", to_text(check.outcome)}, {"evidence", check.evidence}});
    }
    Json metrics;
    for (const auto& metric : one.metrics) metrics[std::string(metric.id)] = json_of(metric.value);
    cells.push_back({{"arm", one.arm},
                     {"cell", one.cell},
                     {"status", to_text(one.status)},
                     {"reason", text_or_null(one.reason)},
                     {"checks", std::move(checks)},
                     {"warnings", one.warnings},
                     {"metrics", std::move(metrics)}});
  }
  Json whole = Json::parse(document);
  whole["mechanism"] = std::move(cells);
  return document_text(whole);
}

}  // namespace ringside::report
