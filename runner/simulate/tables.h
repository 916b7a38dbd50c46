// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of docs/statistics.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ringside::simulate {

struct Options {
  std::size_t trials = 10000;  // campaigns per figure
  std::uint64_t seed = 20220324;
};

struct Row {
  std::string label;
  std::vector<std::optional<double>> values;  // one per column; nothing where it has no meaning
};

struct Table {
  std::string id;     // as it stands in JSON: "methods"
  std::string title;  // what was simulated
  std::string first_column;
  std::vector<std::string> columns;
  std::vector<Row> rows;

  // The value of a row and column by their names. Precondition: both exist. NaN where there is no value.
  [[nodiscard]] double at(const std::string& row, const std::string& column) const;
};

// Every method on the same campaigns: a boot per arm, five runs per boot.
[[nodiscard]] Table methods_table(const Options& options);
// The verdict rule on the designs Ringside uses.
[[nodiscard]] Table designs_table(const Options& options);
// Twelve cells, one of them slower: one stage against two.
[[nodiscard]] Table cells_table(const Options& options);
// What goes wrong without interleaving, with peeking, and with many cells unadjusted.
[[nodiscard]] Table pitfalls_table(const Options& options);

[[nodiscard]] std::vector<Table> all_tables(const Options& options);

// The largest standard error of a proportion from that many trials.
[[nodiscard]] double standard_error_of_share(std::size_t trials);

}  // namespace ringside::simulate
