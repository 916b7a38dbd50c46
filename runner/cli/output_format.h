// SPDX-License-Identifier: GPL-3.0-or-later
// --format of the commands that list something.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ringside::cli {

enum class OutputFormat { table, json, csv, markdown };

// Adds --format with all four, or only table and json.
CLI::Option* add_format(CLI::App& command, OutputFormat& format);
CLI::Option* add_table_or_json(CLI::App& command, OutputFormat& format);

}  // namespace ringside::cli
