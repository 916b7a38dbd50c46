// SPDX-License-Identifier: GPL-3.0-or-later
// What the fake takes from QEMU's command line.
#pragma once

#include <string>
#include <vector>

#include "script.h"

struct FakeArguments {
  int console = -1;
  int control = -1;
  int qmp = -1;
  Script script = Script::good;
  std::string once;        // the script is played only by the boot that can create this file; the others are good
  std::string fio_output;  // file whose text fio "prints"; empty: nothing
};

// Ends the program with a message where the command line is not one the runner makes.
[[nodiscard]] FakeArguments read_arguments(const std::vector<std::string>& arguments);
