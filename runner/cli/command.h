// SPDX-License-Identifier: GPL-3.0-or-later
// What a command is: options it adds to the parser, and what it does once they are parsed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace ringside::cli {

struct GlobalOptions {
  std::string database;  // --db; empty where it was not given
  ColourChoice colour = ColourChoice::automatic;
  bool quiet = false;
  bool verbose = false;
};

struct Invocation {
  const GlobalOptions& global;
  Console& console;
};

// The exit code, or what is told on standard error (the exit code follows from it).
using Action = std::function<Result<int>(const Invocation&)>;

struct Command {
  CLI::App* parser = nullptr;  // owned by the root parser
  Action action;
};

// Each in the file of its name; `image` has two commands below it.
[[nodiscard]] Command add_run(CLI::App& root);
[[nodiscard]] Command add_list(CLI::App& root);
[[nodiscard]] Command add_show(CLI::App& root);
[[nodiscard]] Command add_compare(CLI::App& root);
[[nodiscard]] Command add_pathlen(CLI::App& root);
[[nodiscard]] Command add_probe_cost(CLI::App& root);
[[nodiscard]] Command add_gate(CLI::App& root);
[[nodiscard]] Command add_aa(CLI::App& root);
[[nodiscard]] Command add_plan(CLI::App& root);
[[nodiscard]] Command add_validate(CLI::App& root);
[[nodiscard]] Command add_replicate(CLI::App& root);
[[nodiscard]] Command add_report(CLI::App& root);
[[nodiscard]] std::vector<Command> add_image(CLI::App& root);
[[nodiscard]] Command add_doctor(CLI::App& root);
[[nodiscard]] Command add_version(CLI::App& root);

// All of them, in the order of the help.
[[nodiscard]] std::vector<Command> add_commands(CLI::App& root);

}  // namespace ringside::cli
