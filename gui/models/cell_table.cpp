// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "gui/models/tables.h"
#include "report/figures.h"
#include "report/verdict_text.h"

namespace ringside::gui {
namespace {

using report::Align;
using report::Field;

Field estimate_field(const analysis::Metric& metric, const analysis::Estimate& estimate) {
  const std::string text = report::estimate_text(metric, estimate);
  return estimate.value ? report::field(*estimate.value, text) : report::field(std::monostate{}, text);
}

Field ratio_field(const std::optional<analysis::RatioEstimate>& ratio) {
  return ratio ? report::field(ratio->value, report::ratio_text(ratio)) : report::unknown_field();
}

Field p_field(const std::optional<double>& p) {
  if (!p) return report::unknown_field();
  return report::field(*p, *p < 0.0001 ? std::string("< 0.0001") : fmt::format("{:.4f}", *p));
}

Field percent_field(const std::optional<double>& fraction) {
  return fraction ? report::field(*fraction, report::percent_text(*fraction)) : report::unknown_field();
}

std::vector<Field> row_of(const analysis::CandidateComparison& candidate, const analysis::CellComparison& cell,
                          const analysis::MetricComparison& one) {
  return {report::field(candidate.candidate.arm),
          report::field(one.metric.name(), report::metric_title(one.metric)),
          estimate_field(one.metric, one.baseline),
          estimate_field(one.metric, one.candidate),
          ratio_field(one.ratio),
          report::verdict_field(one, candidate.pairing),
          ratio_field(one.companion),
          p_field(one.p),
          p_field(one.p_adjusted),
          percent_field(one.detectable),
          percent_field(one.margin.value),
          report::field(static_cast<std::int64_t>(one.pairs)),
          report::field(static_cast<std::int64_t>(one.bad_blocks)),
          report::treatment_field(cell.baseline_treatment, cell.candidate_treatment)};
}

}  // namespace

report::Table cell_table(const CampaignFigures& figures, const std::string& cell) {
  report::Table table;
  table.columns = {{"candidate_arm", "arm", Align::left},   {"metric", "metric", Align::left},
                   {"baseline", "baseline", Align::right},  {"candidate", "candidate", Align::right},
                   {"ratio", "ratio", Align::right},        {"verdict", "verdict", Align::left},
                   {"companion", "by ranks", Align::right}, {"p", "p", Align::right},
                   {"p_adjusted", "p, Holm", Align::right}, {"detectable", "detectable", Align::right},
                   {"margin", "margin", Align::right},      {"pairs", "pairs", Align::right},
                   {"bad_blocks", "bad", Align::right},     {"treatment", "treatment", Align::left}};
  if (!figures.comparison) return table;
  for (const auto& candidate : figures.comparison->candidates) {
    const auto found = std::ranges::find(candidate.cells, cell, &analysis::CellComparison::key);
    if (found == candidate.cells.end()) continue;
    for (const auto& metric : found->metrics) table.rows.push_back(row_of(candidate, *found, metric));
  }
  return table;
}

}  // namespace ringside::gui
