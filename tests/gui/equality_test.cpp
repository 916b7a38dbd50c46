// SPDX-License-Identifier: GPL-3.0-or-later
// What the dashboard shows is what `ringside compare --format json` prints, figure by figure.
#include <gtest/gtest.h>

#include <QProcess>
#include <nlohmann/json.hpp>
#include <set>

#include "gui/models/cell_plots.h"
#include "gui/models/matrix_model.h"
#include "gui/models/tables.h"
#include "support.h"

namespace ringside::gui::test {
namespace {

using Json = nlohmann::json;

Json printed_by_compare(const std::filesystem::path& store) {
  QProcess compare;
  compare.start(QStringLiteral(RINGSIDE_BINARY_DIR "/bin/ringside"),
                {QStringLiteral("--db"), QString::fromStdString(store.string()), QStringLiteral("compare"),
                 QStringLiteral("--format"), QStringLiteral("json")});
  EXPECT_TRUE(compare.waitForFinished(60'000)) << compare.errorString().toStdString();
  EXPECT_EQ(compare.exitCode(), 0) << compare.readAllStandardError().toStdString();
  return Json::parse(compare.readAllStandardOutput().toStdString(), nullptr, false);
}

bool same(const Json& json, const std::optional<double>& shown) {
  return json.is_null() ? !shown : shown && json.get<double>() == *shown;
}

std::optional<double> number(const QVariant& value) {
  return value.isValid() ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<double> number(const report::Field& field) {
  if (const auto* real = std::get_if<double>(&field.value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return static_cast<double>(*integer);
  return std::nullopt;
}

const report::Field& field_of(const report::Table& table, const std::vector<report::Field>& row, std::string_view key) {
  const auto column = std::ranges::find(table.columns, key, &report::Column::key);
  return row.at(static_cast<std::size_t>(column - table.columns.begin()));
}

Json value_of(const Json& object, const char* name) {
  return object.at(name).is_null() ? Json() : object.at(name).at("value");
}

// Compares all that is shown of one metric of one cell with what was printed.
class Checker {
 public:
  Checker(const CampaignFigures& figures, MatrixModel& matrix) : m_figures(figures), m_matrix(matrix) {}

  void check(const Json& cell, const Json& metric, const report::Table& table, const std::vector<report::Field>& row) {
    const std::string key = cell.at("key");
    SCOPED_TRACE(key + " " + metric.at("name").get<std::string>());
    check_matrix(key, metric);
    check_row(metric, table, row);
    check_plot(key, metric);
    if (!metric.at("unsupported").get<bool>()) m_verdicts.insert(metric.at("verdict").get<std::string>());
  }

  [[nodiscard]] const std::set<std::string>& verdicts() const { return m_verdicts; }

 private:
  void check_matrix(const std::string& key, const Json& metric) {
    m_matrix.choose_metric(*analysis::parse_metric(metric.at("name").get<std::string>()));
    const QModelIndex index = m_matrix.index_of(key);
    ASSERT_TRUE(index.isValid());
    EXPECT_TRUE(same(value_of(metric, "ratio"), number(index.data(MatrixModel::k_ratio_role))));
    const QVariant verdict = index.data(MatrixModel::k_verdict_role);
    if (metric.at("unsupported").get<bool>()) {
      EXPECT_FALSE(verdict.isValid());
    } else {
      EXPECT_EQ(to_text(static_cast<Verdict>(verdict.toInt())), metric.at("verdict").get<std::string>());
    }
    const auto* shown = m_matrix.comparison_at(index);
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->pairs, metric.at("pairs").get<std::size_t>());
    EXPECT_TRUE(same(value_of(metric, "ratio"), shown->ratio ? std::optional(shown->ratio->value) : std::nullopt));
  }

  void check_row(const Json& metric, const report::Table& table, const std::vector<report::Field>& row) {
    for (const char* estimate : {"baseline", "candidate"}) {
      EXPECT_TRUE(same(metric.at(estimate).at("value"), number(field_of(table, row, estimate)))) << estimate;
    }
    for (const char* ratio : {"ratio", "companion"}) {
      EXPECT_TRUE(same(value_of(metric, ratio), number(field_of(table, row, ratio)))) << ratio;
    }
    for (const char* plain : {"p", "p_adjusted", "detectable", "margin", "pairs", "bad_blocks"}) {
      EXPECT_TRUE(same(metric.at(plain), number(field_of(table, row, plain)))) << plain;
    }
  }

  void check_plot(const std::string& key, const Json& metric) {
    const auto parsed = analysis::parse_metric(metric.at("name").get<std::string>());
    const PlotData plot = difference_plot(m_figures, key, *parsed);
    const Json& ratio = metric.at("ratio");
    ASSERT_EQ(plot.empty(), ratio.is_null());
    if (plot.empty()) return;
    const PlotPoint& point = plot.series.front().points.front();
    EXPECT_EQ(point.y, ratio.at("value").get<double>());
    if (!ratio.at("interval").is_null()) {
      EXPECT_EQ(point.lower, ratio.at("interval").at("lower").get<double>());
      EXPECT_EQ(point.upper, ratio.at("interval").at("upper").get<double>());
    }
  }

  const CampaignFigures& m_figures;
  MatrixModel& m_matrix;
  std::set<std::string> m_verdicts;
};

TEST(Figures, of_all_views_equal_those_of_compare_where_all_five_verdicts_occur) {
  const MadeUpStore made_up({.campaigns = 1, .cells = 240, .arms = 2, .blocks = 10, .invalid_every = 7});
  ASSERT_TRUE(made_up.filled);
  const Json printed = printed_by_compare(made_up.path);
  ASSERT_TRUE(printed.is_object());
  OpenStores stores;
  const auto figures = load_figures(stores, {made_up.path, CampaignRow{1}});
  ASSERT_TRUE(figures) << figures.error().text();
  MatrixModel matrix;
  matrix.set_figures(*figures);
  Checker checker(**figures, matrix);

  const Json& cells = printed.at("candidates").at(0).at("cells");
  ASSERT_GE(cells.size(), 200U);
  std::size_t compared = 0;
  for (const Json& cell : cells) {
    for (const Axis& axis : matrix.selectors()) {
      for (const OptionValue& value : axis.values) {
        const Json& wanted = cell.at("options").at(axis.option);
        if (to_text(value) == (wanted.is_string() ? wanted.get<std::string>() : wanted.dump())) {
          matrix.select(axis.option, value);
        }
      }
    }
    const report::Table table = cell_table(**figures, cell.at("key"));
    ASSERT_EQ(table.rows.size(), cell.at("metrics").size());
    for (std::size_t at = 0; at < table.rows.size(); ++at) {
      checker.check(cell, cell.at("metrics").at(at), table, table.rows[at]);
      ++compared;
    }
  }
  EXPECT_GE(compared, 1'000U);
  EXPECT_EQ(checker.verdicts(),
            (std::set<std::string>{"improved", "regressed", "equivalent", "inconclusive", "invalid"}));
}

}  // namespace
}  // namespace ringside::gui::test
