// SPDX-License-Identifier: GPL-3.0-or-later
// The tables as text.
#pragma once

#include <string>
#include <vector>

#include "simulate/headline.h"
#include "simulate/tables.h"

namespace ringside::simulate {

enum class Format { table, json, csv, markdown };

struct Report {
  Options options;
  std::vector<Table> tables;
  std::vector<Promise> promises;
};

// Ends with a newline. JSON carries "schema": "ringside.simulate/1"; CSV is one long list: table, row, column, value.
[[nodiscard]] std::string print(const Report& report, Format format);

// Part of print().
[[nodiscard]] std::string print_json(const Report& report);

}  // namespace ringside::simulate
