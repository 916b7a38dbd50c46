// SPDX-License-Identifier: GPL-3.0-or-later
// The item models, each under Qt's model tester, which aborts at the first broken promise.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "gui/models/campaign_tree.h"
#include "gui/models/matrix_model.h"
#include "gui/models/table_model.h"
#include "gui/models/tables.h"
#include "support.h"

namespace ringside::gui::test {
namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

store::CampaignSummary summary(std::int64_t row, const std::string& name, const std::string& host = "alpha") {
  store::CampaignSummary campaign;
  campaign.id = CampaignRow{row};
  campaign.uuid = Uuid::random();
  campaign.name = name;
  campaign.host_name = host;
  campaign.accelerator = "kvm";
  campaign.started = WallTime(std::chrono::hours(24 * (10'000 + row)));
  return campaign;
}

Figures figures_of(const MadeUpStore& made_up) {
  OpenStores stores;
  auto figures = load_figures(stores, {made_up.path, CampaignRow{1}});
  EXPECT_TRUE(figures) << figures.error().text();
  return figures ? *figures : nullptr;
}

TEST(CampaignTree, keeps_its_promises_while_stores_come_change_and_go) {
  CampaignTree tree;
  CampaignFilter filter;
  filter.setSourceModel(&tree);
  const QAbstractItemModelTester tester(&tree, Mode::Fatal);
  const QAbstractItemModelTester filter_tester(&filter, Mode::Fatal);
  tree.set_store("/a.db", CampaignList{summary(2, "second"), summary(1, "first")});
  tree.set_store("/b.db", fail(ErrorCode::usage, "no database"));
  filter.set_words(QStringLiteral("first"));
  tree.set_store("/a.db", CampaignList{summary(3, "third"), summary(2, "second"), summary(1, "first")});
  EXPECT_EQ(tree.rowCount(), 2);
  EXPECT_EQ(tree.rowCount(tree.index(0, 0)), 3);
  EXPECT_EQ(filter.rowCount(filter.index(0, 0)), 1);
  tree.set_store("/a.db", CampaignList{});
  tree.close_store("/a.db");
  EXPECT_EQ(tree.rowCount(), 1);
  EXPECT_FALSE(tree.problem_of(tree.index(0, 0)).isEmpty());
}

TEST(CampaignTree, finds_a_campaign_again_by_its_address) {
  CampaignTree tree;
  tree.set_store("/a.db", CampaignList{summary(2, "second"), summary(1, "first")});
  const QModelIndex index = tree.index_of({"/a.db", CampaignRow{1}});
  ASSERT_TRUE(index.isValid());
  EXPECT_EQ(index.data().toString(), QStringLiteral("first"));
  EXPECT_EQ(tree.address_of(index)->campaign, CampaignRow{1});
  EXPECT_FALSE(tree.address_of(tree.index(0, 0))) << "a store is no campaign";
}

TEST(CampaignTree, a_campaign_that_is_being_written_keeps_its_row) {
  CampaignTree tree;
  store::CampaignSummary running = summary(1, "running");
  tree.set_store("/a.db", CampaignList{running});
  const QPersistentModelIndex before = tree.index_of({"/a.db", CampaignRow{1}});
  running.measurements = 17;
  tree.set_store("/a.db", CampaignList{running});
  ASSERT_TRUE(before.isValid());
  EXPECT_EQ(before.sibling(0, CampaignTree::measurements).data().toInt(), 17);
}

TEST(CampaignFilter, wants_every_word_in_some_column) {
  CampaignTree tree;
  CampaignFilter filter;
  filter.setSourceModel(&tree);
  tree.set_store("/a.db", CampaignList{summary(1, "poll", "alpha"), summary(2, "poll", "beta")});
  filter.set_words(QStringLiteral("BETA poll"));
  ASSERT_EQ(filter.rowCount(), 1);
  EXPECT_EQ(filter.rowCount(filter.index(0, 0)), 1);
  filter.set_words(QStringLiteral("nothing-of-the-kind"));
  EXPECT_EQ(filter.rowCount(), 0);
}

TEST(MatrixModel, keeps_its_promises_while_axes_and_candidates_change) {
  const MadeUpStore made_up({.campaigns = 1, .cells = 60, .arms = 3, .blocks = 6});
  MatrixModel matrix;
  const QAbstractItemModelTester tester(&matrix, Mode::Fatal);
  matrix.set_figures(figures_of(made_up));
  EXPECT_EQ(matrix.column_option(), "numjobs") << "the longest axis";
  EXPECT_EQ(matrix.rowCount() * matrix.columnCount(), 30);
  EXPECT_EQ(matrix.selectors().size(), 1U);
  matrix.choose_axes("bs", "iodepth");
  EXPECT_EQ(matrix.rowCount(), 2);
  EXPECT_EQ(matrix.columnCount(), 5);
  matrix.choose_axes("bs", "bs");
  EXPECT_EQ(matrix.rowCount(), 2) << "equal axes are refused";
  matrix.choose_candidate(1);
  matrix.choose_metric({analysis::MetricKind::lat_p99, {}});
  matrix.select("numjobs", std::int64_t{4});
  EXPECT_NE(matrix.data(matrix.index(0, 0), MatrixModel::k_key_role).toString().indexOf(QStringLiteral("numjobs=4")),
            -1);
  matrix.set_figures(nullptr);
  EXPECT_EQ(matrix.rowCount(), 0);
}

TEST(MatrixModel, numbers_run_by_size_not_by_their_first_digit) {
  const MadeUpStore made_up({.campaigns = 1, .cells = 60, .arms = 2, .blocks = 6});
  MatrixModel matrix;
  matrix.set_figures(figures_of(made_up));
  EXPECT_EQ(matrix.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("numjobs=8"));
  EXPECT_EQ(matrix.headerData(5, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("numjobs=16"));
}

TEST(MatrixModel, colour_follows_speed_not_the_sign_of_the_ratio) {
  const MadeUpStore made_up({.campaigns = 1, .cells = 5, .arms = 2, .blocks = 10});
  MatrixModel matrix;
  matrix.set_figures(figures_of(made_up));
  // Cell 4 is slower by 20 % (fakestore::effects()): fewer I/Os, longer latency.
  const QModelIndex slow = matrix.index_of("bs=512 iodepth=1 numjobs=12 rw=randread");
  ASSERT_TRUE(slow.isValid());
  EXPECT_LT(slow.data(MatrixModel::k_speed_role).toDouble(), -0.1);
  const auto key = slow.data(MatrixModel::k_key_role).toString().toStdString();
  matrix.choose_metric({analysis::MetricKind::lat_mean, {}});
  const QModelIndex again = matrix.index_of(key);
  EXPECT_LT(again.data(MatrixModel::k_speed_role).toDouble(), -0.1);
  EXPECT_GT(again.data(MatrixModel::k_ratio_role).toDouble(), 1.1);
}

TEST(TableModel, shows_the_tables_of_the_reports) {
  const MadeUpStore made_up;
  const Figures figures = figures_of(made_up);
  ASSERT_TRUE(figures);
  TableModel model;
  const QAbstractItemModelTester tester(&model, Mode::Fatal);
  model.set_table(cell_table(*figures, figures->arms[0].cells[0].key));
  EXPECT_EQ(model.rowCount(), 10) << "two candidates, five metrics";
  model.set_table({});
  EXPECT_EQ(model.columnCount(), 0);
}

TEST(Environment, of_two_campaigns_shows_only_what_differs_unless_asked) {
  const MadeUpStore made_up;
  OpenStores stores;
  const CampaignAddress first{made_up.path, CampaignRow{1}};
  const CampaignAddress second{made_up.path, CampaignRow{2}};
  const auto different = environment_table(stores, first, second, false);
  const auto all = environment_table(stores, first, second, true);
  ASSERT_TRUE(different && all);
  ASSERT_EQ(different->rows.size(), 1U) << "the two differ in their name";
  EXPECT_EQ(different->rows[0][1].text, "name");
  EXPECT_GT(all->rows.size(), different->rows.size());
}

}  // namespace
}  // namespace ringside::gui::test
