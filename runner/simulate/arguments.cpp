// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/arguments.h"

#include <CLI/CLI.hpp>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ringside::simulate {
namespace {

constexpr int k_usage_error = 2;
constexpr std::size_t k_fewest_trials = 10;
constexpr std::size_t k_most_trials = 1'000'000;

}  // namespace

std::variant<Arguments, EndNow> parse_arguments(int argc, const char* const* argv) {
  Arguments arguments;
  CLI::App app(
      "Simulates campaigns whose truth is known and counts how often each rule is right: the tables of\n"
      "docs/statistics.md. Ends with 1 if a figure that is promised there does not hold.",
      "ringside-simulate");
  app.add_option("--trials", arguments.options.trials, "simulated campaigns per figure")
      ->check(CLI::Range(k_fewest_trials, k_most_trials))
      ->capture_default_str();
  app.add_option("--seed", arguments.options.seed, "the same seed gives the same tables")->capture_default_str();
  const std::map<std::string, Format> formats{
      {"table", Format::table}, {"json", Format::json}, {"csv", Format::csv}, {"markdown", Format::markdown}};
  std::string format = "table";
  app.add_option("--format", format, "table, json, csv or markdown")
      ->check(CLI::IsMember(std::vector<std::string>{"table", "json", "csv", "markdown"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help;
    std::ostringstream complaint;
    if (app.exit(error, help, complaint) == 0) return EndNow{0, help.str()};
    return EndNow{k_usage_error, complaint.str()};
  }
  arguments.format = formats.at(format);
  return arguments;
}

}  // namespace ringside::simulate
