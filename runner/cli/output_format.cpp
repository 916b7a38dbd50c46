// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/output_format.h"

#include <CLI/CLI.hpp>

#include "cli/choice.h"

namespace ringside::cli {

CLI::Option* add_format(CLI::App& command, OutputFormat& format) {
  // In the order of the enumerators.
  return add_choice(
             command, "--format", {"table", "json", "csv", "markdown"},
             [&format](std::size_t place) { format = static_cast<OutputFormat>(place); },
             "table (default), json, csv or markdown")
      ->type_name("FORMAT");
}

CLI::Option* add_table_or_json(CLI::App& command, OutputFormat& format) {
  return add_choice(
             command, "--format", {"table", "json"},
             [&format](std::size_t place) { format = static_cast<OutputFormat>(place); }, "table (default) or json")
      ->type_name("FORMAT");
}

}  // namespace ringside::cli
