// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/published_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/table_reader.h"
#include "core/cell.h"

namespace ringside::config {
namespace {

constexpr std::string_view k_title = "[[published]]";

void read_number(TableReader& in, std::string_view key, bool above_zero, std::optional<double>& out) {
  const Entry* entry = in.take(key);
  if (entry == nullptr) return;
  const auto* whole = std::get_if<std::int64_t>(&entry->value.value);
  const auto* real = std::get_if<double>(&entry->value.value);
  const bool number = entry->value.kind == Node::Kind::whole || entry->value.kind == Node::Kind::real;
  const double value = number ? (whole != nullptr ? static_cast<double>(*whole) : *real) : 0;
  if (!number || !std::isfinite(value) || (above_zero && value <= 0)) {
    in.reject(entry->value.at,
              fmt::format("'{}' in {} must be a number{}", key, k_title, above_zero ? " above 0" : ""));
    return;
  }
  out = value;
}

void read_lines(TableReader& in, std::vector<int>& out) {
  const Entry* entry = in.take("lines");
  if (entry == nullptr) return;
  const auto is_line = [](const Node& item) {
    const auto* number = std::get_if<std::int64_t>(&item.value);
    return item.kind == Node::Kind::whole && *number >= 2 && *number <= 1'000'000;
  };
  const Node& list = entry->value;
  if (list.kind != Node::Kind::list || list.items.empty() || !std::ranges::all_of(list.items, is_line)) {
    in.reject(list.at, "'lines' must be a list of line numbers from 2 on: line 1 is the head of the table");
    return;
  }
  for (const Node& item : list.items) out.push_back(static_cast<int>(std::get<std::int64_t>(item.value)));
}

void read_claim(TableReader& in, Claim& out) {
  if (const auto index = in.word("claim", {"gain", "loss", "none"})) out = static_cast<Claim>(*index);
}

void read_arms(TableReader& in, const Node& table, const std::vector<Arm>& arms, PublishedRow& row) {
  std::vector<std::string> names;
  if (!in.texts("arms", names)) return;
  const auto& at = table.find("arms")->value.at;
  if (names.size() != 2) {
    in.reject(at, "'arms' must name two arms: before and after");
    return;
  }
  for (const std::string& name : names) {
    if (std::ranges::find(arms, name, &Arm::name) == arms.end()) {
      std::vector<std::string_view> known;
      for (const Arm& arm : arms) known.push_back(arm.name);
      in.reject(at, fmt::format("there is no arm '{}'", name), did_you_mean(name, known));
    }
  }
  row.baseline = names.front();
  row.candidate = names.back();
}

void read_cell(TableReader& in, const Node& table, const std::vector<Cell>& cells, PublishedRow& row) {
  if (!in.text("cell", row.cell)) return;
  const auto fitting = std::ranges::count_if(cells, [&](const Cell& cell) { return fits_any(cell.key(), {row.cell}); });
  if (fitting == 1) return;
  in.reject(table.find("cell")->value.at, fmt::format("'{}' fits {} cells of the matrix, not one", row.cell, fitting),
            fmt::format("the first cell is '{}'", cells.front().key()));
}

void check_whole(TableReader& in, const Node& table, const PublishedRow& row) {
  if (row.not_reproducible.empty() && (row.cell.empty() || row.baseline.empty())) {
    in.reject(table.at, "a published row needs 'cell' and 'arms', or 'not_reproducible' with the reason");
  }
  if (!row.not_reproducible.empty() && (!row.cell.empty() || !row.baseline.empty())) {
    in.reject(table.at, "a row that is 'not_reproducible' has neither 'cell' nor 'arms'");
  }
  if (row.before.has_value() != row.after.has_value()) {
    in.reject(table.at, "'before' and 'after' go together");
  }
  if (row.not_reproducible.empty() && row.claim != Claim::none && !row.effect()) {
    in.reject(table.at, "a claimed gain or loss needs 'before' and 'after', or 'change'");
  }
}

Result<PublishedRow> read_row(const Node& table, const Campaign& campaign, const std::vector<Cell>& cells) {
  TableReader in(table, std::string(k_title));
  PublishedRow row;
  in.require("table", "table = \"000a_poll_queues\"");
  in.require("lines", "lines = [2, 5]");
  in.require("title", "title = \"…\"");
  in.require("claim", "claim = \"gain\"");
  in.text("table", row.table);
  read_lines(in, row.lines);
  in.text("title", row.title);
  read_claim(in, row.claim);
  read_number(in, "before", true, row.before);
  read_number(in, "after", true, row.after);
  read_number(in, "change", false, row.change);
  read_cell(in, table, cells, row);
  read_arms(in, table, campaign.arms, row);
  in.line("note", row.note);
  in.text("not_reproducible", row.not_reproducible);
  check_whole(in, table, row);
  if (const auto done = in.finish(); !done) return std::unexpected(done.error());
  return row;
}

}  // namespace

Result<void> read_replication(const Node& table, std::vector<std::string>& quick) {
  TableReader in(table, "[replication]");
  in.texts("quick", quick);
  return in.finish();
}

Result<void> read_published(const Node& list, Campaign& campaign) {
  if (list.kind != Node::Kind::list) {
    return wrong(list.at, "the published rows must be a list of tables", "write [[published]] with two brackets");
  }
  const std::vector<Cell> cells = cells_of(campaign.matrix);
  for (const Node& item : list.items) {
    auto row = read_row(item, campaign, cells);
    if (!row) return std::unexpected(row.error());
    campaign.published.push_back(std::move(*row));
  }
  return {};
}

}  // namespace ringside::config
