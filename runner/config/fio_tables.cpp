// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fio_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/fio_options.h"

namespace ringside::config {
namespace {

constexpr std::size_t k_most_cells = 10'000;

Result<OptionValue> read_value(const std::string& name, const Node& node) {
  if (!node.is_scalar()) {
    return wrong(node.at,
                 fmt::format("fio's '{}' must be a text, a number, true or false, not {}", name, name_of(node.kind)));
  }
  if (const auto problem = problem_with_fio_value(name, node.value)) {
    return wrong(node.at, problem->message, problem->hint);
  }
  return node.value;
}

Result<void> check_name(const Entry& entry) {
  if (const auto problem = problem_with_fio_name(entry.key)) return wrong(entry.at, problem->message, problem->hint);
  return {};
}

Result<void> add_value(const Node& node, MatrixAxis& axis) {
  auto value = read_value(axis.option, node);
  if (!value) return std::unexpected(value.error());
  // By text, since that is what cells are told apart by.
  const auto same = [&](const OptionValue& other) { return to_text(other) == to_text(*value); };
  if (std::ranges::any_of(axis.values, same)) {
    return wrong(node.at, fmt::format("'{}' stands twice in the matrix axis '{}'", to_text(*value), axis.option));
  }
  axis.values.push_back(std::move(*value));
  return {};
}

Result<MatrixAxis> read_axis(const Entry& entry) {
  if (const auto named = check_name(entry); !named) return std::unexpected(named.error());
  MatrixAxis axis{entry.key, {}};
  if (entry.value.kind != Node::Kind::list) {
    if (const auto added = add_value(entry.value, axis); !added) return std::unexpected(added.error());
    return axis;
  }
  for (const Node& item : entry.value.items) {
    if (const auto added = add_value(item, axis); !added) return std::unexpected(added.error());
  }
  if (axis.values.empty()) {
    return wrong(entry.at, fmt::format("the matrix axis '{}' has no value", entry.key),
                 "an empty axis leaves no cell to measure: give it a value or take it out");
  }
  return axis;
}

}  // namespace

Result<OptionMap> read_fio(const Node& table, const std::string& title) {
  if (table.kind != Node::Kind::table) {
    return wrong(table.at, fmt::format("{} must be a table, not {}", title, name_of(table.kind)));
  }
  OptionMap out;
  for (const Entry& entry : table.entries) {
    if (const auto named = check_name(entry); !named) return std::unexpected(named.error());
    auto value = read_value(entry.key, entry.value);
    if (!value) return std::unexpected(value.error());
    out.insert_or_assign(entry.key, std::move(*value));
  }
  return out;
}

Result<std::vector<MatrixAxis>> read_matrix(const Node& table) {
  if (table.kind != Node::Kind::table || table.entries.empty()) {
    return wrong(table.at, "[matrix] is empty", "name at least one fio option, such as bs = [\"4k\"]");
  }
  std::vector<MatrixAxis> out;
  std::size_t cells = 1;
  for (const Entry& entry : table.entries) {
    auto axis = read_axis(entry);
    if (!axis) return std::unexpected(axis.error());
    cells *= axis->values.size();
    if (cells > k_most_cells) {
      return wrong(entry.at, fmt::format("the matrix makes more than {} cells", k_most_cells));
    }
    out.push_back(std::move(*axis));
  }
  return out;
}

Result<void> check_not_in_matrix(const Node& table, const std::string& title, const std::vector<MatrixAxis>& matrix) {
  for (const Entry& entry : table.entries) {
    if (std::ranges::find(matrix, entry.key, &MatrixAxis::option) == matrix.end()) continue;
    return wrong(entry.at, fmt::format("'{}' stands both in {} and in the matrix", entry.key, title),
                 "cells are the same for every arm: leave it in one of the two places");
  }
  return {};
}

}  // namespace ringside::config
