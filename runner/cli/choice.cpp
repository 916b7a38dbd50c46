// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/nearest.h"

namespace ringside::cli {

CLI::Option* add_choice(CLI::App& command, const std::string& option, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& chosen, const std::string& description) {
  const auto place = [words](const std::string& word) {
    return static_cast<std::size_t>(std::ranges::find(words, word) - words.begin());
  };
  return command
      .add_option_function<std::string>(
          option, [place, chosen](const std::string& word) { chosen(place(word)); }, description)
      ->check([words, place](const std::string& word) {
        if (place(word) < words.size()) return std::string();
        const std::vector<std::string_view> views(words.begin(), words.end());
        return fmt::format("'{}' is not known; {}", word, did_you_mean(word, views));
      });
}

}  // namespace ringside::cli
