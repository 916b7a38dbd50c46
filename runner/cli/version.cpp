// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside version`.
#include "core/version.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output_format.h"

namespace ringside::cli {

Command add_version(CLI::App& root) {
  auto format = std::make_shared<OutputFormat>(OutputFormat::table);
  auto* command = root.add_subcommand("version", "Print the version");
  add_table_or_json(*command, *format);
  command->footer("Example:\n  ringside version --format json");
  return {command, [format](const Invocation& invocation) -> Result<int> {
            const bool json = *format == OutputFormat::json;
            invocation.console.out(
                json ? fmt::format("{{\n  \"schema\": \"ringside.version/1\",\n  \"version\": \"{}\"\n}}\n", k_version)
                     : fmt::format("ringside {}\n", k_version));
            return 0;
          }};
}

}  // namespace ringside::cli
