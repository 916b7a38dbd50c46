// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/comparison_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/cell_names.h"
#include "report/comparison_notes.h"
#include "report/figures.h"
#include "report/verdict_text.h"

namespace ringside::report {
namespace {

using analysis::CandidateComparison;
using analysis::CellComparison;
using analysis::Comparison;
using analysis::Metric;
using analysis::MetricComparison;
using analysis::MetricKind;

// What a table of one candidate shows.
struct Layout {
  bool only_iops = true;
  bool metric_column = false;
  bool p99_column = false;
  bool details = false;
};

bool is_row(const Layout& layout, const MetricComparison& metric) {
  return !layout.only_iops || metric.metric.kind == MetricKind::iops;
}

Layout layout_of(const CandidateComparison& candidate, bool chosen_metrics) {
  Layout layout;
  layout.only_iops = !chosen_metrics;
  layout.details = chosen_metrics;
  std::set<std::string> names;
  for (const auto& cell : candidate.cells) {
    for (const auto& metric : cell.metrics) {
      if (is_row(layout, metric)) names.insert(metric.metric.name());
      if (metric.metric.kind == MetricKind::lat_p99) layout.p99_column = !chosen_metrics;
    }
  }
  layout.metric_column = names.size() > 1;
  return layout;
}

std::vector<Column> columns_of(const Layout& layout, const Comparison& comparison, const CandidateComparison& candidate,
                               const Metric& only_metric) {
  const std::string what = layout.metric_column ? std::string() : " " + metric_title(only_metric);
  std::vector<Column> columns{{"cell", "cell", Align::left}};
  if (layout.metric_column) columns.push_back({"metric", "metric", Align::left});
  columns.push_back({"baseline", comparison.baseline.arm + what, Align::left});
  columns.push_back({"candidate", candidate.candidate.arm + what, Align::left});
  columns.push_back({"ratio", "ratio", Align::left});
  columns.push_back({"verdict", "verdict", Align::left});
  if (layout.details) {
    columns.push_back({"companion", "by ranks", Align::left});
    columns.push_back({"p_adjusted", "p (adjusted)", Align::right});
    columns.push_back({"detectable", "detects", Align::right});
  }
  if (layout.p99_column) columns.push_back({"lat_p99", "p99 latency", Align::left});
  columns.push_back({"treatment", "treatment", Align::left});
  return columns;
}

// "13.1ms → 9.20ms", of the same direction as the row.
Field p99_field(const CellComparison& cell, const Metric& row) {
  const auto found = std::ranges::find_if(cell.metrics, [&](const MetricComparison& metric) {
    return metric.metric.kind == MetricKind::lat_p99 && metric.metric.direction == row.direction;
  });
  if (found == cell.metrics.end()) return unknown_field();
  if (found->unsupported) return field(std::monostate{}, "unsupported", Tone::dim);
  if (!found->baseline.value && !found->candidate.value) return unknown_field();
  const auto side = [&](const analysis::Estimate& estimate) {
    return estimate.value ? metric_text(found->metric, *estimate.value) : std::string("–");
  };
  return field(fmt::format("{}\xC2\xA0→ {}", side(found->baseline), side(found->candidate)));
}

void add_details(std::vector<Field>& row, const MetricComparison& metric) {
  row.push_back(field(ratio_text(metric.companion)));
  row.push_back(metric.p_adjusted ? field(fmt::format("{:.2g}", *metric.p_adjusted)) : unknown_field());
  row.push_back(metric.detectable ? field(percent_text(*metric.detectable)) : unknown_field());
}

std::vector<Field> row_of(const Layout& layout, const std::string& name, const CellComparison& cell,
                          const MetricComparison& metric, analysis::Pairing pairing) {
  std::vector<Field> row{field(name)};
  if (layout.metric_column) row.push_back(field(metric.metric.name(), metric_title(metric.metric)));
  row.push_back(field(estimate_text(metric.metric, metric.baseline)));
  row.push_back(field(estimate_text(metric.metric, metric.candidate)));
  row.push_back(field(ratio_text(metric.ratio)));
  row.push_back(verdict_field(metric, pairing));
  if (layout.details) add_details(row, metric);
  if (layout.p99_column) row.push_back(p99_field(cell, metric.metric));
  row.push_back(treatment_field(cell.baseline_treatment, cell.candidate_treatment));
  return row;
}

// A cell in which neither arm has a figure: it must not vanish from the table.
std::vector<Field> empty_row(const Layout& layout, const std::string& name, const CellComparison& cell) {
  std::vector<Field> row{field(name)};
  if (layout.metric_column) row.push_back(unknown_field());
  for (int i = 0; i < 3; ++i) row.push_back(unknown_field());
  MetricComparison nothing;
  nothing.verdict = Verdict::invalid;
  nothing.reason = VerdictReason::no_valid_measurement;
  row.push_back(verdict_field(nothing, analysis::Pairing::paired));
  if (layout.details) add_details(row, nothing);
  if (layout.p99_column) row.push_back(unknown_field());
  row.push_back(treatment_field(cell.baseline_treatment, cell.candidate_treatment));
  return row;
}

Metric first_metric(const Layout& layout, const CandidateComparison& candidate) {
  for (const auto& cell : candidate.cells) {
    for (const auto& metric : cell.metrics) {
      if (is_row(layout, metric)) return metric.metric;
    }
  }
  return {};
}

std::string identity_line(const analysis::ArmIdentity& arm) {
  std::string line = fmt::format("campaign {} ({})", arm.campaign_name, arm.campaign.to_text().substr(0, 8));
  if (!arm.kernel.empty()) line += fmt::format(", kernel {}", arm.kernel);
  if (!arm.accelerator.empty()) line += fmt::format(", {}", arm.accelerator);
  if (!arm.host_name.empty()) line += fmt::format(", host {}", arm.host_name);
  return line;
}

std::vector<std::string> geometric_mean_lines(const Layout& layout, const CandidateComparison& candidate) {
  std::vector<std::string> lines;
  for (const auto& mean : candidate.geometric_means) {
    if (mean.cells < 2 || (layout.only_iops && mean.metric.kind != MetricKind::iops)) continue;
    lines.push_back(fmt::format("geometric mean of {} over {}: {}", metric_title(mean.metric),
                                counted(mean.cells, "cell"), ratio_text(mean.ratio)));
  }
  return lines;
}

Section section_of(const Comparison& comparison, const CandidateComparison& candidate, bool chosen_metrics) {
  const Layout layout = layout_of(candidate, chosen_metrics);
  Section section;
  section.title = fmt::format("{} against {}", candidate.candidate.arm, comparison.baseline.arm);
  if (candidate.pairing == analysis::Pairing::unpaired) section.title += " (unpaired)";
  section.lines.push_back(identity_line(candidate.candidate));
  if (candidate.candidate.campaign != comparison.baseline.campaign) {
    section.lines.push_back("baseline of " + identity_line(comparison.baseline));
  }
  std::vector<OptionMap> cells;
  for (const auto& cell : candidate.cells) cells.push_back(cell.options);
  const CellNames names = cell_names(cells);
  if (!names.common.empty()) section.lines.push_back("all cells: " + names.common);
  for (auto& line : geometric_mean_lines(layout, candidate)) section.lines.push_back(std::move(line));

  section.table.columns = columns_of(layout, comparison, candidate, first_metric(layout, candidate));
  for (std::size_t i = 0; i < candidate.cells.size(); ++i) {
    const auto& cell = candidate.cells[i];
    bool shown = false;
    for (const auto& metric : cell.metrics) {
      if (!is_row(layout, metric)) continue;
      section.table.rows.push_back(row_of(layout, names.names[i], cell, metric, candidate.pairing));
      shown = true;
    }
    if (!shown) section.table.rows.push_back(empty_row(layout, names.names[i], cell));
  }
  return section;
}

}  // namespace

Document comparison_document(const Comparison& comparison, bool chosen_metrics) {
  Document document;
  for (const auto& candidate : comparison.candidates) {
    document.sections.push_back(section_of(comparison, candidate, chosen_metrics));
  }
  document.notes = comparison_notes(comparison, chosen_metrics);
  return document;
}

}  // namespace ringside::report
