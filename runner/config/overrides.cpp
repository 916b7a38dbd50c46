// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/overrides.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/toml.h"
#include "core/nearest.h"

namespace ringside::config {
namespace {

constexpr std::string_view k_record = "# applied: --set ";

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t dot = path.find('.');
    out.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return out;
    path.remove_prefix(dot + 1);
  }
}

bool is_key(std::string_view part) {
  return !part.empty() && std::ranges::all_of(part, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '+';
  });
}

std::string_view arm_name(const Node& arm) {
  const Entry* name = arm.find("name");
  const auto* text = name == nullptr ? nullptr : std::get_if<std::string>(&name->value.value);
  return text == nullptr ? std::string_view{} : *text;
}

Result<Node*> find_arm(Node& root, std::string_view name, const Position& at) {
  Entry* arms = root.find("arm");
  std::vector<std::string_view> names;
  if (arms != nullptr) {
    for (const Node& arm : arms->value.items) names.push_back(arm_name(arm));
  }
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return wrong(at, fmt::format("there is no arm '{}'", name), did_you_mean(name, names));
  return &arms->value.items[static_cast<std::size_t>(found - names.begin())];
}

// The table that holds the last part of the path.
Result<Node*> table_of(Node& root, std::span<const std::string_view> path, const Position& at) {
  Node* table = &root;
  if (path.front() == "arm") {
    if (path.size() < 3) return wrong(at, "an arm's key is needed", "write --set arm.NAME.KEY=VALUE");
    const auto arm = find_arm(root, path[1], at);
    if (!arm) return arm;
    table = *arm;
    path = path.subspan(2);
  }
  for (const std::string_view part : path.first(path.size() - 1)) {
    table = &table->find_or_add(part, at).value;
    if (table->kind != Node::Kind::table) return wrong(at, fmt::format("'{}' is not a table", part));
  }
  return table;
}

}  // namespace

Result<void> apply_override(Node& root, std::string_view override_text) {
  const Position at{fmt::format("--set {}", override_text), 0, 0};
  const std::size_t equals = override_text.find('=');
  const std::vector<std::string_view> path = split_path(override_text.substr(0, equals));
  const bool one_line = override_text.find_first_of("\r\n") == std::string_view::npos;
  if (equals == std::string_view::npos || !one_line || !std::ranges::all_of(path, is_key)) {
    return wrong(at, "this is not KEY=VALUE", "write --set guest.vcpus=2 or --set arm.NAME.params.poll_queues=1");
  }
  auto value = parse_value(override_text.substr(equals + 1), at);
  if (!value) return std::unexpected(value.error());
  const auto table = table_of(root, path, at);
  if (!table) return std::unexpected(table.error());
  Entry& entry = (*table)->find_or_add(path.back(), at);
  entry.at = at;
  entry.value = std::move(*value);
  return {};
}

std::string with_overrides(std::string_view text, std::span<const std::string> overrides) {
  std::string out(text);
  if (overrides.empty()) return out;
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  for (const std::string& override_text : overrides) out += fmt::format("{}{}\n", k_record, override_text);
  return out;
}

std::vector<std::string> recorded_overrides(std::string_view text) {
  std::vector<std::string> out;
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
    const std::size_t before = text.rfind('\n');
    const std::string_view line = before == std::string_view::npos ? text : text.substr(before + 1);
    if (!line.starts_with(k_record)) break;
    out.emplace_back(line.substr(k_record.size()));
    text.remove_suffix(line.size());
  }
  std::ranges::reverse(out);
  return out;
}

}  // namespace ringside::config
