// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/print.h"

#include "report/campaign_document.h"
#include "report/comparison_document.h"
#include "report/comparison_json.h"
#include "report/comparison_table.h"
#include "report/csv.h"
#include "report/markdown.h"
#include "report/mechanism_document.h"
#include "report/table_json.h"
#include "report/text_table.h"

namespace ringside::cli {
namespace {

void print_with_mechanism(report::Document document, const std::vector<analysis::CellMechanism>& mechanism,
                          OutputFormat format, Console& console) {
  report::add_mechanism(document, mechanism);
  console.out(format == OutputFormat::markdown ? report::to_markdown(document)
                                               : to_text(document, console.out_style()));
}

}  // namespace

void print_comparison(const analysis::Comparison& comparison, OutputFormat format, bool chosen_metrics,
                      Console& console) {
  switch (format) {
    case OutputFormat::table:
      return console.out(to_text(report::comparison_document(comparison, chosen_metrics), console.out_style()));
    case OutputFormat::json:
      return console.out(report::to_json(comparison));
    case OutputFormat::csv:
      return console.out(report::to_csv(report::comparison_table(comparison)));
    case OutputFormat::markdown:
      return console.out(report::to_markdown(report::comparison_document(comparison, chosen_metrics)));
  }
}

void print_campaign(const analysis::CampaignDetail& detail, OutputFormat format, Console& console) {
  switch (format) {
    case OutputFormat::table:
      return console.out(to_text(report::campaign_document(detail), console.out_style()));
    case OutputFormat::json:
      return console.out(report::to_json(detail));
    case OutputFormat::csv:
      return console.out(report::to_csv(report::campaign_table(detail)));
    case OutputFormat::markdown:
      return console.out(report::to_markdown(report::campaign_document(detail)));
  }
}

void print_comparison(const analysis::Comparison& comparison, const std::vector<analysis::CellMechanism>& mechanism,
                      OutputFormat format, bool chosen_metrics, Console& console) {
  if (mechanism.empty() || format == OutputFormat::csv) {
    return print_comparison(comparison, format, chosen_metrics, console);
  }
  if (format == OutputFormat::json) return console.out(report::with_mechanism(report::to_json(comparison), mechanism));
  print_with_mechanism(report::comparison_document(comparison, chosen_metrics), mechanism, format, console);
}

void print_campaign(const analysis::CampaignDetail& detail, const std::vector<analysis::CellMechanism>& mechanism,
                    OutputFormat format, Console& console) {
  if (mechanism.empty() || format == OutputFormat::csv) return print_campaign(detail, format, console);
  if (format == OutputFormat::json) return console.out(report::with_mechanism(report::to_json(detail), mechanism));
  print_with_mechanism(report::campaign_document(detail), mechanism, format, console);
}

void print_path_lengths(const analysis::PathLengths& lengths, const report::PathView& view, OutputFormat format,
                        Console& console) {
  if (format == OutputFormat::json) return console.out(report::path_json(lengths, view));
  if (format == OutputFormat::table) {
    return console.out(to_text(report::path_document(lengths, view), console.out_style()));
  }
  print_table(report::path_table(lengths), format, "ringside.pathlen/1", "functions", console);
}

std::string on_one_line(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] != '\n') {
      out += json[at];
      continue;
    }
    while (at + 1 < json.size() && json[at + 1] == ' ') ++at;
  }
  return out + '\n';
}

void print_table(const report::Table& table, OutputFormat format, std::string_view schema, std::string_view name,
                 Console& console) {
  switch (format) {
    case OutputFormat::table:
      return console.out(to_text(table, console.out_style()));
    case OutputFormat::json:
      return console.out(report::to_json(table, schema, name));
    case OutputFormat::csv:
      return console.out(report::to_csv(table));
    case OutputFormat::markdown:
      return console.out(report::to_markdown(table));
  }
}

}  // namespace ringside::cli
