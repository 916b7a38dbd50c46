// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "simulate/arguments.h"
#include "simulate/headline.h"
#include "simulate/print.h"

namespace ringside::simulate {
namespace {

const Table& small_methods_table() {
  static const Table table = methods_table({.trials = 400});
  return table;
}

Report small_report() {
  const Options options{.trials = 400};
  return {options, {small_methods_table()}, promises(small_methods_table(), options)};
}

TEST(Tables, what_the_project_promises_holds) {
  for (const Promise& promise : small_report().promises) {
    EXPECT_TRUE(promise.kept) << promise.text << " " << promise.value << ", wanted " << promise.wanted;
  }
}

TEST(Tables, a_promise_that_is_broken_is_seen) {
  Table methods = small_methods_table();
  for (Row& row : methods.rows) {
    for (auto& value : row.values) value = 0.5;
  }
  for (const Promise& promise : promises(methods, {.trials = 400})) EXPECT_FALSE(promise.kept) << promise.text;
}

TEST(Tables, the_same_seed_gives_the_same_table) {
  const Options options{.trials = 20, .seed = 7};
  const auto text_of = [](const Table& table) { return print({{}, {table}, {}}, Format::csv); };
  EXPECT_EQ(text_of(pitfalls_table(options)), text_of(pitfalls_table(options)));
  EXPECT_NE(text_of(pitfalls_table(options)), text_of(pitfalls_table({.trials = 20, .seed = 8})));
}

TEST(Tables, runs_taken_for_blocks_raise_false_alarms_that_the_rule_does_not) {
  const std::string column = "n=10 false positives";
  EXPECT_GT(small_methods_table().at("Welch over all runs", column), 0.15);
  EXPECT_LT(small_methods_table().at("paired t over blocks", column), 0.10);
  EXPECT_LT(small_methods_table().at("verdict rule", column), 0.05);
}

TEST(Tables, two_stages_find_more_than_one_with_a_boot_per_arm_and_five_runs) {
  const Table cells = cells_table({.trials = 300});
  const std::string row = "a boot per arm, 5 runs, 5 %";
  EXPECT_GT(cells.at(row, "found, two stages"), cells.at(row, "found, one stage (Holm)"));
  EXPECT_LT(cells.at(row, "false alarm, two stages"), 0.05);
}

TEST(Tables, both_arms_in_one_boot_find_more_than_a_boot_per_arm) {
  const Table designs = designs_table({.trials = 200});
  EXPECT_GT(designs.at("both arms in one boot, 1 run, n=10", "power 5 %"),
            designs.at("a boot per arm, 1 run, n=10", "power 5 %"));
}

TEST(Print, json_carries_schema_options_and_every_value) {
  const auto json = nlohmann::json::parse(print(small_report(), Format::json));
  EXPECT_EQ(json.at("schema"), "ringside.simulate/1");
  EXPECT_EQ(json.at("trials"), 400);
  const auto& row = json.at("tables").at(0).at("rows").at(0);
  EXPECT_EQ(row.at("label"), "Welch over all runs");
  EXPECT_EQ(row.at("values").size(), small_methods_table().columns.size());
  EXPECT_EQ(json.at("promises").size(), 3U);
}

TEST(Print, csv_has_a_line_per_value) {
  const std::string csv = print(small_report(), Format::csv);
  const auto lines = static_cast<std::size_t>(std::ranges::count(csv, '\n'));
  EXPECT_EQ(lines, 1 + small_methods_table().rows.size() * small_methods_table().columns.size());
}

TEST(Print, a_figure_without_meaning_is_a_dash) {
  const Table table{"t", "title", "row", {"column"}, {{"a", {std::nullopt}}}};
  EXPECT_NE(print({{}, {table}, {}}, Format::markdown).find("| a | - |"), std::string::npos);
  EXPECT_NE(print({{}, {table}, {}}, Format::csv).find("t,\"a\",\"column\",\n"), std::string::npos);
}

int exit_code_of(std::initializer_list<const char*> arguments) {
  std::vector<const char*> words{"ringside-simulate"};
  for (const char* argument : arguments) words.push_back(argument);
  const auto parsed = parse_arguments(static_cast<int>(words.size()), words.data());
  const auto* end = std::get_if<EndNow>(&parsed);
  return end == nullptr ? -1 : end->exit_code;
}

TEST(Arguments, help_ends_well_and_nonsense_with_a_usage_error) {
  EXPECT_EQ(exit_code_of({"--help"}), 0);
  EXPECT_EQ(exit_code_of({"--trials", "0"}), 2);
  EXPECT_EQ(exit_code_of({"--format", "xml"}), 2);
  EXPECT_EQ(exit_code_of({"--unknown"}), 2);
  EXPECT_EQ(exit_code_of({"--format", "json", "--trials", "50", "--seed", "9"}), -1);
}

}  // namespace
}  // namespace ringside::simulate
