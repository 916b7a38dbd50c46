// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of `ringside`, from its arguments to its exit code.
#pragma once

#include <string>
#include <vector>

namespace ringside::cli {

// `arguments` without the program's name. Never throws.
[[nodiscard]] int run_program(std::vector<std::string> arguments);

}  // namespace ringside::cli
