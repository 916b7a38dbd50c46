// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output_format.h"

#include <CLI/CLI.hpp>
#include <map>

namespace ringside::cli {
namespace {

using Choices = std::map<std::string, OutputFormat>;

CLI::Option* add(CLI::App& command, OutputFormat& format, const Choices& choices, const std::string& description) {
  return command.add_option("--format", format, description)
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(choices).description(""));
}

}  // namespace

CLI::Option* add_format(CLI::App& command, OutputFormat& format) {
  return add(command, format,
             {{"table", OutputFormat::table},
              {"json", OutputFormat::json},
              {"csv", OutputFormat::csv},
              {"markdown", OutputFormat::markdown}},
             "table (default), json, csv or markdown");
}

CLI::Option* add_table_or_json(CLI::App& command, OutputFormat& format) {
  return add(command, format, {{"table", OutputFormat::table}, {"json", OutputFormat::json}},
             "table (default) or json");
}

}  // namespace ringside::cli
