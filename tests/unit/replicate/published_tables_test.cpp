// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns of campaigns/published against the tables beside them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/cell.h"
#include "replicate/experiments.h"

namespace ringside::replicate {
namespace {

namespace fs = std::filesystem;

const fs::path& folder() {
  static const fs::path k_folder = fs::path(RINGSIDE_SOURCE_DIR) / "campaigns" / "published";
  return k_folder;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

using Row = std::map<std::string, std::string>;

// By line number, from 2 on.
std::map<int, Row> table(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const auto names = fields_of(line);
  std::map<int, Row> rows;
  for (int number = 2; std::getline(in, line); ++number) {
    const auto fields = fields_of(line);
    EXPECT_EQ(fields.size(), names.size()) << file << ':' << number;
    for (std::size_t at = 0; at < names.size() && at < fields.size(); ++at) rows[number][names[at]] = fields[at];
  }
  return rows;
}

std::vector<Campaign> experiments(bool quick) {
  std::vector<Campaign> out;
  const auto files = experiments_in(folder());
  EXPECT_TRUE(files) << files.error().message;
  for (const fs::path& file : files.value_or(std::vector<fs::path>{})) {
    auto campaign = load_experiment(file, quick);
    EXPECT_TRUE(campaign) << campaign.error().message << ' ' << campaign.error().hint;
    if (campaign) out.push_back(std::move(*campaign));
  }
  return out;
}

// "4k" as the tables write it.
std::string bytes(const std::string& size) {
  return size.ends_with("k") ? std::to_string(std::stoi(size) * 1024) : size;
}

TEST(PublishedTables, every_line_of_every_table_is_a_row_of_a_campaign) {
  std::map<std::string, std::set<int>> used;
  for (const Campaign& campaign : experiments(false)) {
    for (const PublishedRow& row : campaign.published) used[row.table].insert(row.lines.begin(), row.lines.end());
  }
  std::size_t tables = 0;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() != ".csv") continue;
    ++tables;
    for (const auto& [line, row] : table(entry.path())) {
      EXPECT_TRUE(used[entry.path().stem()].contains(line)) << entry.path() << ':' << line;
    }
  }
  EXPECT_EQ(tables, 22u);
}

TEST(PublishedTables, figures_are_those_of_the_lines_they_name) {
  for (const Campaign& campaign : experiments(false)) {
    for (const PublishedRow& row : campaign.published) {
      const auto lines = table(folder() / (row.table + ".csv"));
      const std::string where = campaign.name + ": " + row.table + ", " + row.title;
      for (const int line : row.lines) EXPECT_TRUE(lines.contains(line)) << where;
      if (row.before) {
        ASSERT_EQ(row.lines.size(), 2u) << where;
        EXPECT_EQ(fmt::format("{:.0f}", *row.before), lines.at(row.lines[0]).at("iops")) << where;
        EXPECT_EQ(fmt::format("{:.0f}", *row.after), lines.at(row.lines[1]).at("iops")) << where;
      } else {
        for (const int line : row.lines) EXPECT_EQ(lines.at(line).at("iops"), "") << where;
      }
      if (row.change) {
        EXPECT_EQ(fmt::format("{:.0f}", 100 * *row.change), lines.at(row.lines[0]).at("delta_pct_published")) << where;
      }
    }
  }
}

TEST(PublishedTables, a_gain_is_a_gain_and_a_loss_is_a_loss) {
  for (const Campaign& campaign : experiments(false)) {
    for (const PublishedRow& row : campaign.published) {
      const auto effect = row.effect();
      if (!effect) continue;
      if (row.claim == Claim::gain) {
        EXPECT_GT(*effect, 0) << row.table << ", " << row.title;
      }
      if (row.claim == Claim::loss) {
        EXPECT_LT(*effect, 0) << row.table << ", " << row.title;
      }
      if (row.claim == Claim::none) {
        EXPECT_LT(std::abs(*effect), 0.03) << row.table << ", " << row.title;
      }
    }
  }
}

// What a cell and an arm leave to fio must be what the table says.
TEST(PublishedTables, cells_have_the_published_parameters) {
  for (const Campaign& campaign : experiments(true)) {
    for (const PublishedRow& row : campaign.published) {
      if (!row.not_reproducible.empty()) continue;
      const auto lines = table(folder() / (row.table + ".csv"));
      const Row& published = lines.at(row.lines.front());
      const auto cells = cells_of(campaign);
      const auto cell = std::ranges::find_if(cells, [&](const Cell& one) { return fits_any(one.key(), {row.cell}); });
      ASSERT_NE(cell, cells.end()) << campaign.name << ": " << row.cell;
      const OptionMap options = merged(campaign.fio, cell->options);
      for (const char* name : {"rw", "bs", "iodepth", "numjobs"}) {
        const std::string& expected = published.at(name);
        if (expected.empty()) continue;
        const auto found = options.find(name);
        ASSERT_NE(found, options.end()) << campaign.name << ": " << name;
        EXPECT_EQ(bytes(to_text(found->second)), expected) << campaign.name << ": " << row.title << ": " << name;
      }
    }
  }
}

TEST(PublishedTables, the_quick_form_decides_something_in_every_experiment) {
  for (const Campaign& campaign : experiments(true)) {
    EXPECT_GE(campaign.design.blocks, 5) << campaign.name;
    EXPECT_LT(campaign.design.blocks, 20) << campaign.name;
    EXPECT_FALSE(campaign.published.empty()) << campaign.name;
  }
}

TEST(Experiments, a_mistyped_name_finds_the_nearest) {
  const auto files = experiments_in(folder());
  ASSERT_TRUE(files);
  const auto chosen = choose_experiments(*files, "pol-queues");
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.error().hint, ::testing::HasSubstr("poll-queues"));
  EXPECT_EQ(choose_experiments(*files, "all")->size(), files->size());
  EXPECT_EQ(choose_experiments(*files, "notify")->front().filename(), "notify.toml");
}

TEST(Experiments, an_empty_folder_is_said) {
  const auto files = experiments_in("/nonexistent/published");
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace ringside::replicate
