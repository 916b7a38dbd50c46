// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  ringside::cli::prepare_streams();
  return ringside::cli::run_program(std::vector<std::string>(argv + 1, argv + argc));
}
