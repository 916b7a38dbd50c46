// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"

namespace ringside::cli {

std::vector<Command> add_commands(CLI::App& root) {
  std::vector<Command> commands{add_run(root),  add_compare(root), add_gate(root), add_aa(root),
                                add_plan(root), add_list(root),    add_show(root)};
  commands.push_back(add_pathlen(root));
  commands.push_back(add_probe_cost(root));
  commands.push_back(add_validate(root));
  commands.push_back(add_replicate(root));
  commands.push_back(add_report(root));
  for (auto& command : add_image(root)) commands.push_back(std::move(command));
  commands.push_back(add_doctor(root));
  commands.push_back(add_version(root));
  return commands;
}

}  // namespace ringside::cli
