// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no good store: a message, no crash, and not a byte of them changed.
#include <gtest/gtest.h>

#include <QLabel>

#include "gui/app/main_window.h"
#include "gui/views/campaigns_view.h"
#include "gui/views/matrix_view.h"
#include "gui/views/theme.h"
#include "lab.h"
#include "support.h"

namespace ringside::gui::test {
namespace {

namespace fs = std::filesystem;

// Of SQLite's file format: PRAGMA user_version, big-endian.
constexpr std::size_t k_user_version_offset = 60;

class BadInput : public testing::Test {
 protected:
  BadInput() : m_folder(m_temporary.path().toStdString()) { apply(Theme::light); }

  // A good store without a log beside it, as bytes.
  static std::string good_store() {
    const MadeUpStore made_up({.campaigns = 3, .cells = 20, .arms = 2, .blocks = 6});
    EXPECT_TRUE(made_up.filled);
    return bytes_of(made_up.path);
  }

  // Opens `bytes` as a store, and its campaign if there is one. The message that a person sees, wherever it stands.
  QString message_for(const std::string& bytes) {
    const fs::path file = m_folder / "bad.db";
    write_bytes(file, bytes);
    MainWindow window;
    window.show();
    window.open_store(file);
    EXPECT_TRUE(wait_until_idle(window.jobs()));
    QString message = window.campaigns().message();
    window.open_campaign({file, CampaignRow{1}});
    EXPECT_TRUE(wait_until_idle(window.jobs()));
    for (const QString& view : MainWindow::view_names()) {
      window.go_to(view);
      EXPECT_TRUE(wait_until_idle(window.jobs()));
      message += QLatin1Char('\n') + window.current_view().message();
    }
    EXPECT_TRUE(bytes_of(file) == bytes) << "the file was written to";
    return message;
  }

  QTemporaryDir m_temporary;
  fs::path m_folder;
};

TEST_F(BadInput, a_file_that_is_no_database_is_told_as_such) {
  const QString message = message_for(
      "This is a shopping list, and it is longer than a database's header.\n"
      "Bread, butter, cheese, apples, and whatever else is needed for the weekend.\n");
  EXPECT_TRUE(message.contains(QStringLiteral("cannot be read"))) << message.toStdString();
}

TEST_F(BadInput, an_empty_file_is_told_as_such) {
  EXPECT_TRUE(message_for("").contains(QStringLiteral("cannot be read")));
}

TEST_F(BadInput, a_newer_schema_is_refused_with_its_number) {
  std::string bytes = good_store();
  bytes[k_user_version_offset + 2] = 7;  // 7 · 256 and some
  EXPECT_TRUE(message_for(bytes).contains(QStringLiteral("has schema 17"))) << message_for(bytes).toStdString();
}

TEST_F(BadInput, a_truncated_store_gives_a_message) {
  const std::string bytes = good_store();
  const QString message = message_for(bytes.substr(0, bytes.size() / 3));
  EXPECT_TRUE(message.contains(QStringLiteral("cannot be read"))) << message.toStdString();
}

TEST_F(BadInput, a_corrupted_store_never_crashes_wherever_it_is_hit) {
  const std::string good = good_store();
  for (std::size_t part = 1; part < 8; ++part) {
    std::string bytes = good;
    const std::size_t from = part * bytes.size() / 8;
    for (std::size_t at = from; at < std::min(from + 20'000, bytes.size()); ++at)
      bytes[at] = static_cast<char>(at * 31);
    EXPECT_FALSE(message_for(bytes).isEmpty());
  }
}

TEST_F(BadInput, a_store_that_is_deleted_while_open_is_told_as_gone) {
  const MadeUpStore made_up;
  MainWindow window;
  window.show();
  window.open_store(made_up.path);
  window.open_campaign({made_up.path, CampaignRow{1}});
  ASSERT_TRUE(wait_until_idle(window.jobs()));
  ASSERT_TRUE(window.matrix().has_content());
  fs::remove(made_up.path);
  window.reload();
  ASSERT_TRUE(wait_until_idle(window.jobs()));
  EXPECT_TRUE(window.campaigns().message().contains(QStringLiteral("there is no database")));
  EXPECT_TRUE(window.matrix().message().contains(QStringLiteral("there is no database")));
  EXPECT_FALSE(fs::exists(made_up.path)) << "reading must not make a file";
}

TEST_F(BadInput, hostile_text_in_names_is_shown_and_never_interpreted) {
  const std::string hostile = "<h1>big</h1><img src='file:///etc/passwd'>&amp;\x1b[31m";
  analysis::test::LabCampaign campaign;
  campaign.name = hostile;
  campaign.arms = {"<b>base</b>", hostile};
  campaign.cells = {"<a href='x'>randread</a>", "read\xff\xfe"};
  campaign.blocks = 6;
  analysis::test::Lab lab;
  const CampaignRow row = lab.add(campaign, [](const auto&) { return analysis::test::measured(1'000); });
  MainWindow window;
  window.show();
  window.open_store(lab.store().path());
  window.open_campaign({lab.store().path(), row});
  ASSERT_TRUE(wait_until_idle(window.jobs()));
  ASSERT_TRUE(window.matrix().has_content()) << window.matrix().message().toStdString();
  for (const QString& view : MainWindow::view_names()) {
    window.go_to(view);
    ASSERT_TRUE(wait_until_idle(window.jobs()));
  }
  EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("<h1>big</h1>")));
  EXPECT_FALSE(window.windowTitle().contains(QChar(0x1b))) << "control characters are replaced";
  for (const QLabel* label : window.findChildren<QLabel*>()) {
    const bool ours = label->textFormat() != Qt::PlainText && label->text().contains(QLatin1Char('<'));
    EXPECT_FALSE(ours) << "a label would interpret: " << label->text().toStdString();
  }
  const QModelIndex index = window.matrix().model().index(0, 0);
  const QString tip = index.data(Qt::ToolTipRole).toString();
  EXPECT_FALSE(tip.contains(QStringLiteral("<h1>")) || tip.contains(QStringLiteral("<a "))) << tip.toStdString();
}

}  // namespace
}  // namespace ringside::gui::test
