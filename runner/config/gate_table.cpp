// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/gate_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/table_reader.h"

namespace ringside::config {
namespace {

using Margins = std::map<std::string, Fraction>;

constexpr auto k_metrics = std::to_array<std::string_view>(
    {"iops", "lat_mean", "lat_p50", "lat_p99", "lat_p999", "read.iops", "read.lat_mean", "read.lat_p50", "read.lat_p99",
     "read.lat_p999", "write.iops", "write.lat_mean", "write.lat_p50", "write.lat_p99", "write.lat_p999",
     "instructions_per_io", "notifies_per_io"});

Result<Fraction> read_margin(const Node& node, std::string_view metric) {
  static constexpr std::string_view k_hint = "write a percentage above 0% and below 100%, such as \"5%\"";
  if (node.kind != Node::Kind::text) {
    return wrong(node.at, fmt::format("the margin of '{}' must be a percentage, not {}", metric, name_of(node.kind)),
                 std::string(k_hint));
  }
  const auto margin = parse_fraction(std::get<std::string>(node.value));
  if (margin && margin->value > 0 && margin->value < 1) return *margin;
  return wrong(node.at, fmt::format("the margin of '{}' cannot be '{}'", metric, to_text(node.value)),
               std::string(k_hint));
}

// Unquoted, `read.iops` is TOML for iops in a table read: the same thing here.
Result<void> read_margins(const Node& table, std::string_view prefix, Margins& out) {
  for (const Entry& entry : table.entries) {
    if (entry.value.kind == Node::Kind::table && prefix.empty() && (entry.key == "read" || entry.key == "write")) {
      if (const auto done = read_margins(entry.value, entry.key + ".", out); !done) return done;
      continue;
    }
    const std::string metric = std::string(prefix) + entry.key;
    if (std::ranges::find(k_metrics, metric) == k_metrics.end()) {
      return wrong(entry.at, fmt::format("unknown metric '{}'", metric), did_you_mean(metric, k_metrics));
    }
    const auto margin = read_margin(entry.value, metric);
    if (!margin) return std::unexpected(margin.error());
    out.insert_or_assign(metric, *margin);
  }
  return {};
}

void read_margin_table(TableReader& in, Margins& out) {
  const Node* table = in.table("margin");
  if (table == nullptr) return;
  if (const auto done = read_margins(*table, "", out); !done) in.reject(done.error());
}

Result<GateRule> read_rule(const Node& table) {
  TableReader in(table, "[[gate.rule]]");
  GateRule rule;
  in.require("cell", "cell = \"*\"");
  in.require("margin", "margin = { iops = \"5%\" }");
  in.text("cell", rule.cell);
  read_margin_table(in, rule.margin);
  if (const auto done = in.finish(); !done) return std::unexpected(done.error());
  return rule;
}

void read_rules(TableReader& in, std::vector<GateRule>& out) {
  const Entry* rules = in.take("rule");
  if (rules == nullptr) return;
  if (rules->value.kind != Node::Kind::list) {
    in.reject(rules->at, "the rules of [gate] must be a list of tables", "write [[gate.rule]] with two brackets");
  }
  for (const Node& item : rules->value.items) {
    auto rule = read_rule(item);
    if (rule) {
      out.push_back(std::move(*rule));
    } else {
      in.reject(rule.error());
    }
  }
}

void read_path_length(TableReader& in, Gate& gate) {
  std::string text;
  if (in.text("path_length", text)) {
    const auto tolerance = parse_path_tolerance(text);
    if (tolerance) {
      gate.path_length = *tolerance;
    } else {
      in.reject(in.take("path_length")->value.at, tolerance.error().message, tolerance.error().hint);
    }
  }
  in.texts("path_functions", gate.path_functions);
}

}  // namespace

Result<Gate> read_gate(const Node* table, const std::vector<Arm>& arms) {
  Gate gate;
  gate.baseline = arms.front().name;
  if (table == nullptr) return gate;
  TableReader in(*table, "[gate]");
  std::vector<std::string_view> names;
  for (const Arm& arm : arms) names.push_back(arm.name);
  if (const auto index = in.word("baseline", names)) gate.baseline = names[*index];
  read_margin_table(in, gate.margin);
  read_rules(in, gate.rules);
  read_path_length(in, gate);
  if (const auto done = in.finish(); !done) return std::unexpected(done.error());
  return gate;
}

}  // namespace ringside::config
