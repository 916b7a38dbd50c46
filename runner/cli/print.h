// SPDX-License-Identifier: GPL-3.0-or-later
// Documents in the format that was asked for.
#pragma once

#include <string>
#include <string_view>

#include "analysis/arm_summary.h"
#include "analysis/comparison.h"
#include "analysis/mechanism.h"
#include "cli/console.h"
#include "cli/output_format.h"
#include "report/path_document.h"
#include "report/table.h"

namespace ringside::cli {

// `chosen_metrics`: the user named metrics, so all of them are rows.
void print_comparison(const analysis::Comparison& comparison, OutputFormat format, bool chosen_metrics,
                      Console& console);
void print_campaign(const analysis::CampaignDetail& detail, OutputFormat format, Console& console);
// The same with what probes counted, where there is something; CSV has the figures alone.
void print_comparison(const analysis::Comparison& comparison, const std::vector<analysis::CellMechanism>& mechanism,
                      OutputFormat format, bool chosen_metrics, Console& console);
void print_campaign(const analysis::CampaignDetail& detail, const std::vector<analysis::CellMechanism>& mechanism,
                    OutputFormat format, Console& console);
// Instructions per I/O; CSV and markdown have the table of functions.
void print_path_lengths(const analysis::PathLengths& lengths, const report::PathView& view, OutputFormat format,
                        Console& console);
// An indented JSON document as a line of JSON: line feeds stand nowhere else in it.
[[nodiscard]] std::string on_one_line(std::string_view json);

// A flat table; `schema` and `name` are those of its JSON (report/table_json.h).
void print_table(const report::Table& table, OutputFormat format, std::string_view schema, std::string_view name,
                 Console& console);

}  // namespace ringside::cli
