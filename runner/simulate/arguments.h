// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of ringside-simulate.
#pragma once

#include <string>
#include <variant>

#include "simulate/print.h"

namespace ringside::simulate {

struct Arguments {
  Options options;
  Format format = Format::table;
};

// The program is to end here: with help (0), or because the command line is wrong (2).
struct EndNow {
  int exit_code = 0;
  std::string text;
};

[[nodiscard]] std::variant<Arguments, EndNow> parse_arguments(int argc, const char* const* argv);

}  // namespace ringside::simulate
