// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines that do not parse: which word is wrong, and which one was probably meant.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace ringside::cli {

// The usage error for a parse that failed on these arguments.
[[nodiscard]] Error usage_error(const CLI::App& root, const CLI::ParseError& error,
                                const std::vector<std::string>& arguments);

}  // namespace ringside::cli
