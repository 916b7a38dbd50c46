// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/table_json.h"

#include <nlohmann/json.hpp>

#include "report/json_values.h"

namespace ringside::report {

std::string to_json(const Table& table, std::string_view schema, std::string_view name) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i].key] = json_of(row[i].value);
    rows.push_back(std::move(object));
  }
  Json document;
  document["schema"] = schema;
  document[std::string(name)] = std::move(rows);
  return document_text(document);
}

}  // namespace ringside::report
