// SPDX-License-Identifier: GPL-3.0-or-later
// Options whose value is one of a few words.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ringside::cli {

// `chosen` is called with the place of the word in `words`. Another word is a parse error that names the nearest.
CLI::Option* add_choice(CLI::App& command, const std::string& option, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& chosen, const std::string& description);

}  // namespace ringside::cli
