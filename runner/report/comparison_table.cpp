// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/comparison_table.h"

namespace ringside::report {
namespace {

Field number_field(const std::optional<double>& number) {
  return number ? field(*number, {}) : unknown_field();
}

Field count_field(std::size_t count) {
  return field(static_cast<std::int64_t>(count));
}

void add_interval(std::vector<Field>& row, const std::optional<stats::Interval>& interval) {
  row.push_back(interval ? field(interval->lower, {}) : unknown_field());
  row.push_back(interval ? field(interval->upper, {}) : unknown_field());
}

void add_estimate(std::vector<Field>& row, const analysis::Estimate& estimate) {
  row.push_back(number_field(estimate.value));
  add_interval(row, estimate.interval);
  row.push_back(count_field(estimate.blocks));
}

Field treatment_value(const analysis::TreatmentSummary& treatment) {
  const auto overall = treatment.overall();
  return overall ? field(std::string(to_text(*overall))) : unknown_field();
}

std::vector<Field> row_of(const analysis::Comparison& comparison, const analysis::CandidateComparison& candidate,
                          const analysis::CellComparison& cell, const analysis::MetricComparison& metric) {
  std::vector<Field> row{field(comparison.baseline.campaign.to_text()),
                         field(comparison.baseline.arm),
                         field(candidate.candidate.campaign.to_text()),
                         field(candidate.candidate.arm),
                         field(std::string(to_text(candidate.pairing))),
                         field(cell.key),
                         field(metric.metric.name()),
                         field(std::string(metric.metric.unit()))};
  add_estimate(row, metric.baseline);
  add_estimate(row, metric.candidate);
  row.push_back(field(metric.unsupported, {}));
  row.push_back(count_field(metric.pairs));
  row.push_back(count_field(metric.bad_blocks));
  row.push_back(metric.ratio ? field(metric.ratio->value, {}) : unknown_field());
  add_interval(row, metric.ratio ? metric.ratio->interval : std::nullopt);
  row.push_back(metric.companion ? field(metric.companion->value, {}) : unknown_field());
  add_interval(row, metric.companion ? metric.companion->interval : std::nullopt);
  row.push_back(number_field(metric.p));
  row.push_back(number_field(metric.p_adjusted));
  row.push_back(number_field(metric.detectable));
  row.push_back(field(metric.margin.value, {}));
  row.push_back(metric.unsupported ? unknown_field() : field(std::string(to_text(metric.verdict))));
  row.push_back(metric.unsupported ? unknown_field() : field(std::string(to_text(metric.reason))));
  row.push_back(treatment_value(cell.baseline_treatment));
  row.push_back(treatment_value(cell.candidate_treatment));
  return row;
}

}  // namespace

Table comparison_table(const analysis::Comparison& comparison) {
  Table table;
  for (const char* key : {"baseline_campaign",
                          "baseline_arm",
                          "candidate_campaign",
                          "candidate_arm",
                          "pairing",
                          "cell",
                          "metric",
                          "unit",
                          "baseline",
                          "baseline_lower",
                          "baseline_upper",
                          "baseline_blocks",
                          "candidate",
                          "candidate_lower",
                          "candidate_upper",
                          "candidate_blocks",
                          "unsupported",
                          "pairs",
                          "bad_blocks",
                          "ratio",
                          "ratio_lower",
                          "ratio_upper",
                          "companion",
                          "companion_lower",
                          "companion_upper",
                          "p",
                          "p_adjusted",
                          "detectable",
                          "margin",
                          "verdict",
                          "reason",
                          "baseline_treatment",
                          "candidate_treatment"}) {
    table.columns.push_back({key, key, Align::left});
  }
  for (const auto& candidate : comparison.candidates) {
    for (const auto& cell : candidate.cells) {
      for (const auto& metric : cell.metrics) table.rows.push_back(row_of(comparison, candidate, cell, metric));
    }
  }
  return table;
}

}  // namespace ringside::report
