// SPDX-License-Identifier: GPL-3.0-or-later
// The dependency arrows of the architecture, checked over the #include lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "source_tree.h"

namespace ringside::house {
namespace {

using Folders = std::set<std::string>;

Folders operator+(Folders left, const Folders& right) {
  left.insert(right.begin(), right.end());
  return left;
}

// Folder -> the folders whose headers it may include, besides its own. The one place where arrows are written down.
const std::map<std::string, Folders>& allowed() {
  static const Folders k_core{"core"};
  static const Folders k_lower{"analysis", "vm",     "image", "host", "fio",   "probe",
                               "pathlen",  "config", "store", "wire", "stats", "core"};
  static const std::map<std::string, Folders> k_allowed{
      {"libfmt", {}},
      {"core", {}},
      {"stats", k_core},
      {"wire", k_core},
      {"config", k_core},
      {"fio", k_core},
      {"probe", k_core},
      {"pathlen", k_core},
      {"host", k_core},
      {"store", k_core},
      {"agent", k_core + Folders{"wire"}},
      {"vm", k_core + Folders{"host", "wire"}},
      {"image", k_core + Folders{"host"}},
      {"analysis", k_core + Folders{"store", "stats", "pathlen"}},
      {"engine", k_lower},
      {"report", k_lower},
      {"validate", k_lower + Folders{"engine"}},
      {"replicate", k_lower + Folders{"engine", "report"}},
      {"cli", k_lower + Folders{"engine", "validate", "replicate", "report"}},
      // A program of its own: it judges made-up campaigns.
      {"simulate", k_core + Folders{"stats"}},
      {"gui", k_core + Folders{"analysis", "store", "report"}},
  };
  return k_allowed;
}

// Outside libraries that belong to one folder. Prefix of the included header -> its folders.
const std::map<std::string, Folders>& owners() {
  static const std::map<std::string, Folders> k_owners{
      // The two programs with a command line for people.
      {"CLI/", {"cli", "simulate"}}, {"toml++/", {"config"}}, {"SQLiteCpp/", {"store"}}, {"sqlite3.h", {"store"}},
      {"bpf/", {"probes"}},          {"Q", {"gui"}},          {"qcustomplot", {"gui"}},
  };
  return k_owners;
}

// Headers that cost seconds in every file that sees them.
const std::vector<std::string>& heavy_prefixes() {
  static const std::vector<std::string> k_heavy{"CLI/",        "nlohmann/",  "boost/asio", "toml++/",
                                                "boost/math/", "SQLiteCpp/", "spdlog/"};
  return k_heavy;
}

// Parts of the same libraries that cost nothing.
bool is_light(const std::string& include) {
  return include == "nlohmann/json_fwd.hpp" || include == "SQLiteCpp/Exception.h";
}

// The part of an include before the first slash when it names a folder of ours, else "".
std::string folder_of(const std::string& include) {
  const std::string first = include.substr(0, include.find('/'));
  return first != include && allowed().contains(first) ? first : "";
}

bool is_product_code(const SourceFile& file) {
  return file.is_under("runner") || file.is_under("gui");
}

}  // namespace

TEST(Arrows, folders_include_only_what_the_architecture_allows) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    if (!is_product_code(file)) continue;
    const std::string from = file.folder();
    for (const std::string& include : includes_of(file)) {
      const std::string to = folder_of(include);
      if (to.empty() || to == from) continue;
      if (!allowed().at(from).contains(to)) wrong.push_back(file.path + " includes " + include);
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(Arrows, every_folder_of_the_runner_is_in_the_table) {
  std::set<std::string> unknown;
  for (const SourceFile& file : code_files()) {
    if (is_product_code(file) && !allowed().contains(file.folder())) unknown.insert(file.folder());
  }
  EXPECT_TRUE(unknown.empty()) << listed({unknown.begin(), unknown.end()});
}

TEST(Arrows, no_include_climbs_out_of_its_folder) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    for (const std::string& include : includes_of(file)) {
      if (is_product_code(file) && include.starts_with("../")) wrong.push_back(file.path + " includes " + include);
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(Arrows, of_the_dashboard_point_from_window_to_views_to_models) {
  const std::map<std::string, Folders> may_include{
      {"gui/models", {}}, {"gui/views", {"gui/models"}}, {"gui/app", {"gui/models", "gui/views"}}};
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    if (!file.is_under("gui")) continue;
    const std::string from = file.path.substr(0, file.path.rfind('/'));
    ASSERT_TRUE(may_include.contains(from)) << file.path;
    for (const std::string& include : includes_of(file)) {
      const std::string to = include.substr(0, include.rfind('/'));
      if (include.starts_with("gui/") && to != from && !may_include.at(from).contains(to)) {
        wrong.push_back(file.path + " includes " + include);
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

// The models link QtCore alone, so that a window does not even compile there; this says so in time.
TEST(Arrows, of_the_dashboard_s_models_reach_only_into_qt_core) {
  const std::set<std::string> core{"QAbstractItemModel",
                                   "QAbstractTableModel",
                                   "QByteArray",
                                   "QCoreApplication",
                                   "QFile",
                                   "QFileInfo",
                                   "QJsonArray",
                                   "QJsonDocument",
                                   "QJsonObject",
                                   "QObject",
                                   "QProcess",
                                   "QSortFilterProxyModel",
                                   "QStandardPaths",
                                   "QString",
                                   "QStringList",
                                   "QThread"};
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    if (!file.is_under("gui/models")) continue;
    for (const std::string& include : includes_of(file)) {
      const bool of_qt = include.starts_with("Q") || include.starts_with("qcustomplot");
      if (of_qt && !core.contains(include)) wrong.push_back(file.path + " includes " + include);
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(Arrows, the_table_has_no_cycle) {
  std::set<std::string> placed;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& [folder, may_include] : allowed()) {
      const bool ready = std::ranges::all_of(may_include, [&](const auto& below) { return placed.contains(below); });
      if (ready) moved |= placed.insert(folder).second;
    }
  }
  EXPECT_EQ(placed.size(), allowed().size());
}

TEST(OutsideLibraries, are_seen_only_by_their_folder) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    if (file.is_under("tests")) continue;
    for (const std::string& include : includes_of(file)) {
      for (const auto& [prefix, folders] : owners()) {
        if (include.starts_with(prefix) && !folders.contains(file.folder())) {
          wrong.push_back(file.path + " includes " + include);
        }
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(HeavyHeaders, stay_out_of_headers) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    if (file.extension() != ".h" || !is_product_code(file)) continue;
    for (const std::string& include : includes_of(file)) {
      for (const std::string& prefix : heavy_prefixes()) {
        if (include.starts_with(prefix) && !is_light(include)) {
          wrong.push_back(file.path + " includes " + include);
        }
      }
    }
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

TEST(HeavyHeaders, come_at_most_one_to_a_file) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : code_files()) {
    std::set<std::string> seen;
    for (const std::string& include : includes_of(file)) {
      for (const std::string& prefix : heavy_prefixes()) {
        if (include.starts_with(prefix) && !is_light(include)) seen.insert(prefix);
      }
    }
    if (seen.size() > 1 && is_product_code(file)) wrong.push_back(file.path + listed({seen.begin(), seen.end()}));
  }
  EXPECT_TRUE(wrong.empty()) << listed(wrong);
}

}  // namespace ringside::house
