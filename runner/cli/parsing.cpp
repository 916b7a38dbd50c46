// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/parsing.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/nearest.h"

namespace ringside::cli {
namespace {

using Words = std::vector<std::string>;

// Option groups are parsers without a name below a parser.
Words names_of_commands(const CLI::App& app) {
  Words names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_name().empty()) names.push_back(command->get_name());
  }
  return names;
}

void add_long_options(const CLI::App& app, Words& names) {
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      // Every parser has its --help.
      if (std::ranges::find(names, "--" + name) == names.end()) names.push_back("--" + name);
    }
  }
  for (const auto* group : app.get_subcommands([](const CLI::App* below) { return below->get_name().empty(); })) {
    add_long_options(*group, names);
  }
}

// Those of the command and of all above it, which it takes, too.
Words long_options(const CLI::App& app) {
  Words names;
  for (const CLI::App* at = &app; at != nullptr; at = at->get_parent()) add_long_options(*at, names);
  return names;
}

std::string suggestion(const std::string& word, const Words& words) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  return did_you_mean(word, views);
}

// "ringside image": the innermost command that was recognised, and its full name.
struct Recognised {
  const CLI::App* app;
  std::string name;
};

Recognised innermost(const CLI::App& root) {
  Recognised at{&root, "ringside"};
  while (true) {
    const auto chosen = at.app->get_subcommands();
    if (chosen.empty()) return at;
    at.app = chosen.front();
    at.name += ' ' + at.app->get_name();
  }
}

// The first word that no recognised command or option took.
std::string first_leftover(const CLI::App& root) {
  const auto words = root.remaining(true);
  const auto found = std::ranges::find_if(words, [](const std::string& word) { return word != "--"; });
  return found == words.end() ? std::string() : *found;
}

// Whether the argument right after the recognised commands looks like a misspelt command of them.
std::string unknown_command(const Recognised& at, const Words& arguments) {
  if (names_of_commands(*at.app).empty()) return {};
  std::size_t i = 0;
  for (const CLI::App* app = at.app; app->get_parent() != nullptr; app = app->get_parent()) ++i;
  // Options of the root (--db PATH) may stand before a command: only plain words are looked at.
  for (const auto& word : arguments) {
    if (word.starts_with('-')) return {};
    if (i == 0) return word;
    --i;
  }
  return {};
}

}  // namespace

Error usage_error(const CLI::App& root, const CLI::ParseError& error, const Words& arguments) {
  const Recognised at = innermost(root);
  const std::string help = fmt::format("see {} --help", at.name);
  std::string word = unknown_command(at, arguments);
  if (word.empty()) word = first_leftover(root);

  if (!word.empty() && word.starts_with("-")) {
    const std::string option = word.substr(0, word.find('='));
    return {ErrorCode::usage,
            fmt::format("{} has no option '{}'", at.name, option),
            suggestion(option, long_options(*at.app)),
            {}};
  }
  if (!word.empty() && !names_of_commands(*at.app).empty()) {
    return {ErrorCode::usage,
            fmt::format("{} has no command '{}'", at.name, word),
            suggestion(word, names_of_commands(*at.app)),
            {}};
  }
  if (!word.empty()) return {ErrorCode::usage, fmt::format("{}: what is '{}' for?", at.name, word), help, {}};
  return {ErrorCode::usage, fmt::format("{}: {}", at.name, error.what()), help, {}};
}

}  // namespace ringside::cli
