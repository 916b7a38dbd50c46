// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ringside::config {
namespace {

Position position(const toml::source_region& source, std::string_view name) {
  return {std::string(name), static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

Node to_node(const toml::node& source, std::string_view name);

Node to_table(const toml::table& source, std::string_view name) {
  Node out;
  for (const auto& [key, value] : source) {
    out.entries.push_back({std::string(key.str()), position(key.source(), name), to_node(value, name)});
  }
  // toml++ sorts by key; the order of arms and axes is the file's.
  std::ranges::stable_sort(out.entries, {},
                           [](const Entry& entry) { return std::tie(entry.at.line, entry.at.column); });
  return out;
}

Node to_list(const toml::array& source, std::string_view name) {
  Node out;
  out.kind = Node::Kind::list;
  for (const toml::node& item : source) out.items.push_back(to_node(item, name));
  return out;
}

Node to_scalar(const toml::node& source) {
  Node out;
  out.kind = Node::Kind::other;
  const auto take = [&](const auto* value, Node::Kind kind) {
    if (value == nullptr) return;
    out.kind = kind;
    out.value = value->get();
  };
  take(source.as_string(), Node::Kind::text);
  take(source.as_integer(), Node::Kind::whole);
  take(source.as_floating_point(), Node::Kind::real);
  take(source.as_boolean(), Node::Kind::flag);
  return out;
}

Node to_node(const toml::node& source, std::string_view name) {
  Node out = source.is_table()   ? to_table(*source.as_table(), name)
             : source.is_array() ? to_list(*source.as_array(), name)
                                 : to_scalar(source);
  out.at = position(source.source(), name);
  return out;
}

void move_to(Node& node, const Position& at) {
  node.at = at;
  for (Node& item : node.items) move_to(item, at);
  for (Entry& entry : node.entries) {
    entry.at = at;
    move_to(entry.value, at);
  }
}

bool is_plain_text(const Node& node) {
  if (node.kind == Node::Kind::other) return true;
  const auto* number = std::get_if<double>(&node.value);
  return number != nullptr && !std::isfinite(*number);
}

}  // namespace

Result<Node> parse_toml(std::string_view text, std::string_view name) {
  try {
    return to_node(toml::parse(text), name);
  } catch (const toml::parse_error& error) {
    return wrong(position(error.source(), name), fmt::format("this is not TOML: {}", error.description()));
  }
}

Result<Node> parse_value(std::string_view text, const Position& at) {
  auto parsed = parse_toml(fmt::format("value = {}", text), "");
  Node out;
  if (parsed && parsed->entries.size() == 1 && !is_plain_text(parsed->entries.front().value)) {
    out = std::move(parsed->entries.front().value);
  } else if (text.starts_with('[') || text.starts_with('{')) {
    return wrong(at, "the value is not a TOML list or table", "texts inside need quotes: '[\"4k\", \"8k\"]'");
  } else {
    out.kind = Node::Kind::text;
    out.value = std::string(text);
  }
  move_to(out, at);
  return out;
}

}  // namespace ringside::config
