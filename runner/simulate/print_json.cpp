// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "simulate/print.h"

namespace ringside::simulate {
namespace {

nlohmann::ordered_json json_of(const Table& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : table.rows) {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      values[table.columns[i]] = row.values[i] ? nlohmann::ordered_json(*row.values[i]) : nlohmann::ordered_json();
    }
    rows.push_back({{"label", row.label}, {"values", values}});
  }
  return {{"id", table.id}, {"title", table.title}, {"rows", rows}};
}

}  // namespace

std::string print_json(const Report& report) {
  nlohmann::ordered_json root;
  root["schema"] = "ringside.simulate/1";
  root["trials"] = report.options.trials;
  root["seed"] = report.options.seed;
  root["standard_error_at_most"] = standard_error_of_share(report.options.trials);
  root["tables"] = nlohmann::ordered_json::array();
  for (const Table& table : report.tables) root["tables"].push_back(json_of(table));
  root["promises"] = nlohmann::ordered_json::array();
  for (const Promise& promise : report.promises) {
    root["promises"].push_back(
        {{"text", promise.text}, {"wanted", promise.wanted}, {"value", promise.value}, {"kept", promise.kept}});
  }
  return root.dump(2) + "\n";
}

}  // namespace ringside::simulate
