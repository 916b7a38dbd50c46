// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/mechanism_document.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside::report {
namespace {

using analysis::CellMechanism;

// Three digits, and no exponent for what is small because it is rare.
std::string text_of(double value) {
  if (value == 0) return "0";
  if (value < 0.0005) return "<0.001";
  if (value < 10) return fmt::format("{:.3f}", value);
  return fmt::format("{:.{}f}", value, value < 100 ? 1 : 0);
}

std::vector<const CellMechanism*> of_cell(const std::vector<CellMechanism>& mechanism, const std::string& cell) {
  std::vector<const CellMechanism*> out;
  for (const CellMechanism& one : mechanism) {
    if (one.cell == cell) out.push_back(&one);
  }
  return out;
}

Section section_of(const std::string& cell, const std::vector<const CellMechanism*>& arms) {
  Section section;
  section.title = "mechanism, " + cell;
  section.table.columns = {{"metric", "by probes, one run", Align::left}};
  for (const CellMechanism* arm : arms) section.table.columns.push_back({arm->arm, arm->arm, Align::right});
  for (std::size_t at = 0; at < arms.front()->metrics.size(); ++at) {
    const auto known = [&](const CellMechanism* arm) { return arm->metrics[at].value.has_value(); };
    if (std::ranges::none_of(arms, known)) continue;
    std::vector<Field> row{field(std::string(arms.front()->metrics[at].title))};
    for (const CellMechanism* arm : arms) {
      const auto& value = arm->metrics[at].value;
      row.push_back(value ? field(*value, text_of(*value)) : field(std::monostate{}, "–", Tone::dim));
    }
    section.table.rows.push_back(std::move(row));
  }
  return section;
}

void add_notes(Document& document, const CellMechanism& one) {
  for (const TreatmentCheck& check : one.checks) {
    if (check.outcome == CheckOutcome::passed) continue;
    document.notes.push_back(fmt::format("{}, {}, with probes: {} {}: {}", one.arm, one.cell, check.id,
                                         check.outcome == CheckOutcome::failed ? "FAILED" : "UNKNOWN", check.evidence));
  }
  for (const std::string& warning : one.warnings) {
    document.notes.push_back(fmt::format("{}, {}, with probes: {}", one.arm, one.cell, warning));
  }
}

}  // namespace

void add_mechanism(Document& document, const std::vector<CellMechanism>& mechanism) {
  std::vector<std::string> cells;
  for (const CellMechanism& one : mechanism) {
    if (std::ranges::find(cells, one.cell) == cells.end()) cells.push_back(one.cell);
  }
  for (const std::string& cell : cells) document.sections.push_back(section_of(cell, of_cell(mechanism, cell)));
  for (const CellMechanism& one : mechanism) add_notes(document, one);
}

}  // namespace ringside::report
