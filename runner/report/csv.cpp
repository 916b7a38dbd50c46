// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv.h"

#include <fmt/format.h>

#include <cmath>

namespace ringside::report {
namespace {

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

struct Writer {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  // The shortest text that reads back as the same number; a figure that is none is unknown.
  std::string operator()(double value) const { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }
  std::string operator()(const std::string& value) const { return quoted(value); }
};

}  // namespace

std::string to_csv(const Table& table) {
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) out += ',';
    out += quoted(table.columns[i].key);
  }
  out += "\r\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out += ',';
      out += std::visit(Writer{}, row[i].value);
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace ringside::report
