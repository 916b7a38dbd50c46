// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <optional>

#include "cli/choice.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/parsing.h"
#include "core/version.h"

namespace ringside::cli {
namespace {

void add_global_options(CLI::App& root, GlobalOptions& global) {
  root.add_option("--db", global.database,
                  "Results database (default: $RINGSIDE_DB, else results.db in $XDG_DATA_HOME/ringside)")
      ->type_name("PATH");
  // In the order of the enumerators.
  add_choice(
      root, "--color", {"auto", "always", "never"},
      [&global](std::size_t place) { global.colour = static_cast<ColourChoice>(place); },
      "Colour: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->type_name("WHEN");
  auto* quiet = root.add_flag("-q,--quiet", global.quiet, "Only results and errors");
  root.add_flag("-v,--verbose", global.verbose, "Tell more of what happens")->excludes(quiet);
}

void describe(CLI::App& root) {
  root.set_version_flag("--version", fmt::format("ringside {}", k_version));
  root.set_help_flag("-h,--help", "Print this help and end");
  root.require_subcommand(1);
  root.fallthrough();
  root.footer(
      "Examples:\n"
      "  ringside run campaigns/quick.toml      measure and print the verdict table\n"
      "  ringside compare                       the latest campaign again\n"
      "  ringside doctor                        what is wrong with this host\n"
      "\n"
      "Exit codes: 0 success, 1 confirmed regression, 2 usage or configuration error,\n"
      "3 measurement invalid or missing, or infrastructure failed.\n"
      "More: docs/cli.md");
}

// Parses; on success nothing, else the exit code after what was to be printed.
std::optional<int> parse(CLI::App& root, const std::vector<std::string>& arguments) {
  Console console;
  try {
    // CLI11 wants them reversed.
    root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    const CLI::App* at = &root;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    console.out(at->help());
    return k_exit_success;
  } catch (const CLI::CallForVersion& version) {
    console.out(fmt::format("{}\n", version.what()));
    return k_exit_success;
  } catch (const CLI::ParseError& error) {
    if (arguments.empty()) {
      console.err(root.help());
    } else {
      console.err(failure_text(usage_error(root, error, arguments)));
    }
    return k_exit_usage;
  }
}

int act(const Action& action, const GlobalOptions& global) {
  Console console(global.colour, global.quiet, global.verbose);
  const auto ended = action(Invocation{global, console});
  if (!ended) {
    console.err(failure_text(ended.error()));
    return exit_code_of(ended.error().code);
  }
  if (const auto written = console.check(); !written) {
    console.err(failure_text(written.error()));
    return k_exit_failure;
  }
  return *ended;
}

}  // namespace

int run_program(std::vector<std::string> arguments) {
  try {
    GlobalOptions global;
    CLI::App root{"Ringside: is a virtio-blk driver faster, by how much, and how sure is that?", "ringside"};
    describe(root);
    add_global_options(root, global);
    const auto commands = add_commands(root);
    if (const auto code = parse(root, arguments)) return *code;
    for (const auto& command : commands) {
      if (command.parser->parsed()) return act(command.action, global);
    }
    return k_exit_usage;
  } catch (const std::exception& error) {
    // Memory ran out, or a bug: libraries' exceptions are caught where the libraries are used.
    Console().err(failure_text({ErrorCode::infrastructure, error.what(), "please report this", {}}));
    return k_exit_failure;
  }
}

}  // namespace ringside::cli
