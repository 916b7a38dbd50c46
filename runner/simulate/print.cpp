// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ringside::simulate {

double standard_error_of_share(std::size_t trials) {
  return 0.5 / std::sqrt(static_cast<double>(trials));
}

double Table::at(const std::string& row, const std::string& column) const {
  const auto found_row = std::ranges::find(rows, row, &Row::label);
  const auto found_column = std::ranges::find(columns, column);
  return found_row->values.at(static_cast<std::size_t>(found_column - columns.begin())).value_or(std::nan(""));
}

std::vector<Table> all_tables(const Options& options) {
  return {methods_table(options), designs_table(options), cells_table(options), pitfalls_table(options)};
}

namespace {

std::string text_of(std::optional<double> value) {
  return value ? fmt::format("{:.3f}", *value) : "-";
}

std::string verdict_of(const Promise& promise) {
  return promise.kept ? "holds" : "does NOT hold";
}

std::string about(const Options& options) {
  return fmt::format("{} simulated campaigns per figure (standard error at most {:.3f}), seed {}, alpha 0.05",
                     options.trials, standard_error_of_share(options.trials), options.seed);
}

std::string print_table(const Table& table) {
  std::size_t label_width = table.first_column.size();
  for (const Row& row : table.rows) label_width = std::max(label_width, row.label.size());
  std::string text = fmt::format("\n{}\n\n{:<{}}", table.title, table.first_column, label_width);
  for (const std::string& column : table.columns) text += "  " + column;
  text += "\n";
  for (const Row& row : table.rows) {
    text += fmt::format("{:<{}}", row.label, label_width);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      text += fmt::format("  {:>{}}", text_of(row.values[i]), table.columns[i].size());
    }
    text += "\n";
  }
  return text;
}

std::string print_text(const Report& report) {
  std::string text = about(report.options) + "\n";
  for (const Table& table : report.tables) text += print_table(table);
  text += "\nwhat is promised (n=10, a boot per arm, five runs per boot)\n\n";
  for (const Promise& promise : report.promises) {
    text +=
        fmt::format("{}: {:.3f}, wanted {}: {}\n", promise.text, promise.value, promise.wanted, verdict_of(promise));
  }
  return text;
}

std::string print_markdown(const Report& report) {
  std::string text = about(report.options) + ".\n";
  for (const Table& table : report.tables) {
    text += fmt::format("\n**{}**\n\n| {} |", table.title, table.first_column);
    for (const std::string& column : table.columns) text += " " + column + " |";
    text += "\n|---|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---:|";
    text += "\n";
    for (const Row& row : table.rows) {
      text += "| " + row.label + " |";
      for (const auto& value : row.values) text += " " + text_of(value) + " |";
      text += "\n";
    }
  }
  text += "\n| promised (n=10, a boot per arm, five runs per boot) | wanted | simulated | |\n|---|---|---:|---|\n";
  for (const Promise& promise : report.promises) {
    text +=
        fmt::format("| {} | {} | {:.3f} | {} |\n", promise.text, promise.wanted, promise.value, verdict_of(promise));
  }
  return text;
}

std::string print_csv(const Report& report) {
  std::string text = "table,row,column,value\n";
  for (const Table& table : report.tables) {
    for (const Row& row : table.rows) {
      for (std::size_t i = 0; i < row.values.size(); ++i) {
        const std::optional<double>& value = row.values[i];
        text += fmt::format("{},\"{}\",\"{}\",{}\n", table.id, row.label, table.columns[i],
                            value ? fmt::format("{}", *value) : "");
      }
    }
  }
  return text;
}

}  // namespace

std::string print(const Report& report, Format format) {
  switch (format) {
    case Format::table:
      return print_text(report);
    case Format::json:
      return print_json(report);
    case Format::csv:
      return print_csv(report);
    case Format::markdown:
      return print_markdown(report);
  }
  return {};
}

}  // namespace ringside::simulate
