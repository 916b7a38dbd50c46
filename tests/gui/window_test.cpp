// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it, without a display.
#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QImage>
#include <QMimeData>
#include <QTest>

#include "gui/app/arguments.h"
#include "gui/app/export.h"
#include "gui/app/main_window.h"
#include "gui/app/screenshot.h"
#include "gui/views/campaigns_view.h"
#include "gui/views/cell_view.h"
#include "gui/views/heat_map.h"
#include "gui/views/matrix_view.h"
#include "gui/views/plot_view.h"
#include "gui/views/theme.h"
#include "support.h"

namespace ringside::gui::test {
namespace {

class Window : public testing::Test {
 protected:
  Window() {
    apply(Theme::light);
    m_window.show();
  }

  void open() {
    m_window.open_store(m_made_up.path);
    m_window.open_campaign({m_made_up.path, CampaignRow{2}});
    ASSERT_TRUE(wait_until_idle(m_window.jobs()));
  }

  [[nodiscard]] QString file(const char* name) const { return m_made_up.folder.filePath(QString::fromLatin1(name)); }

  MadeUpStore m_made_up;
  MainWindow m_window;
};

TEST_F(Window, says_what_to_do_as_long_as_there_is_nothing) {
  for (const QString& view : MainWindow::view_names()) {
    if (view == QLatin1String("run")) continue;
    ASSERT_TRUE(m_window.go_to(view));
    EXPECT_TRUE(m_window.current_view().message().contains(QStringLiteral("Ctrl+"))) << view.toStdString();
  }
  EXPECT_FALSE(m_window.go_to(QStringLiteral("nonsense")));
}

TEST_F(Window, keys_lead_from_the_campaigns_to_the_matrix_to_a_cell) {
  m_window.open_store(m_made_up.path);
  ASSERT_TRUE(wait_until_idle(m_window.jobs()));
  auto* tree = m_window.findChild<QWidget*>(QStringLiteral("campaigns"));
  ASSERT_NE(tree, nullptr);
  QTest::keyClick(tree, Qt::Key_Return);
  ASSERT_TRUE(wait_until_idle(m_window.jobs()));
  EXPECT_EQ(m_window.current_view().objectName(), QStringLiteral("Matrix"));
  auto* map = m_window.findChild<HeatMap*>();
  QTest::keyClick(map, Qt::Key_Right);
  QTest::keyClick(map, Qt::Key_Return);
  ASSERT_TRUE(wait_until_idle(m_window.jobs()));
  EXPECT_EQ(m_window.current_view().objectName(), QStringLiteral("Cell"));
  EXPECT_EQ(m_window.cell().cell(), map->currentIndex().data(MatrixModel::k_key_role).toString().toStdString());
  EXPECT_TRUE(m_window.cell().has_content());
}

TEST_F(Window, every_view_of_a_campaign_has_content_or_says_how_to_get_it) {
  open();
  for (const QString& view : MainWindow::view_names()) {
    m_window.go_to(view);
    ASSERT_TRUE(wait_until_idle(m_window.jobs()));
    if (view == QLatin1String("path-length")) {
      EXPECT_TRUE(m_window.current_view().message().contains(QStringLiteral("ringside pathlen")));
    } else {
      EXPECT_TRUE(m_window.current_view().has_content())
          << view.toStdString() << m_window.current_view().message().toStdString();
    }
  }
}

TEST_F(Window, pictures_are_saved_as_png_and_svg) {
  open();
  for (const char* view : {"campaigns", "matrix", "cell", "scaling", "history", "environment"}) {
    m_window.go_to(QString::fromLatin1(view));
    ASSERT_TRUE(wait_until_idle(m_window.jobs()));
    m_window.export_picture(PictureFormat::png, file("picture.png"));
    EXPECT_FALSE(QImage(file("picture.png")).isNull()) << view;
    m_window.export_picture(PictureFormat::svg, file("picture.svg"));
    EXPECT_NE(bytes_of(file("picture.svg").toStdString()).find("</svg>"), std::string::npos) << view;
    std::filesystem::remove(file("picture.png").toStdString());
    std::filesystem::remove(file("picture.svg").toStdString());
  }
  EXPECT_FALSE(save_picture(*m_window.current_view().picture(), QStringLiteral("/nowhere/x.png"), PictureFormat::png));
}

TEST_F(Window, tables_are_copied_as_csv_and_markdown) {
  open();
  QTest::keyClick(&m_window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  const QString csv = QApplication::clipboard()->text();
  EXPECT_TRUE(csv.startsWith(QStringLiteral("baseline_campaign,"))) << csv.left(80).toStdString();
  EXPECT_EQ(csv.count(QStringLiteral("\r\n")), 1 + 2 * 12 * 5) << "two candidates, twelve cells, five metrics";
  m_window.go_to(QStringLiteral("cell"));
  QTest::keyClick(&m_window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("| arm"))) << "a table of markdown";
}

TEST_F(Window, a_store_that_is_dropped_is_opened) {
  QMimeData dropped;
  dropped.setUrls({QUrl::fromLocalFile(QString::fromStdString(m_made_up.path.string()))});
  QDropEvent event(QPointF(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
  // Not through the application: that delivers drops only where a drag began.
  static_cast<QObject&>(m_window).event(&event);
  ASSERT_TRUE(wait_until_idle(m_window.jobs()));
  EXPECT_EQ(m_window.campaigns().tree().stores().size(), 1U);
}

TEST_F(Window, all_that_takes_the_keyboard_has_an_accessible_name) {
  open();
  for (const QWidget* widget : m_window.findChildren<QWidget*>()) {
    const bool of_ours = widget->inherits("QAbstractItemView") || widget->inherits("QComboBox") ||
                         widget->inherits("QLineEdit") || widget->inherits("QPlainTextEdit") ||
                         widget->inherits("QProgressBar");
    const bool inner =
        widget->inherits("QHeaderView") || widget->inherits("QComboBoxListView") ||
        (widget->parentWidget() != nullptr && widget->parentWidget()->inherits("QComboBoxPrivateContainer"));
    if (of_ours && !inner) {
      EXPECT_FALSE(widget->accessibleName().isEmpty())
          << widget->metaObject()->className() << " in " << widget->parentWidget()->objectName().toStdString();
    }
  }
}

TEST_F(Window, both_themes_draw_everything_anew) {
  open();
  const QImage light = m_window.grab().toImage();
  QTest::keyClick(&m_window, Qt::Key_T, Qt::ControlModifier);
  EXPECT_EQ(current_theme(), Theme::dark);
  QCoreApplication::processEvents();
  const QImage dark = m_window.grab().toImage();
  EXPECT_GT(light.pixelColor(3, light.height() - 3).lightness(), 200);
  EXPECT_LT(dark.pixelColor(3, dark.height() - 3).lightness(), 80);
}

TEST_F(Window, a_screenshot_needs_no_display_and_has_the_size_asked_for) {
  const auto arguments =
      parse_arguments({QString::fromStdString(m_made_up.path.string()), QStringLiteral("--screenshot"),
                       file("shot.png"), QStringLiteral("--view"), QStringLiteral("cell"), QStringLiteral("--size"),
                       QStringLiteral("1200x800"), QStringLiteral("--theme"), QStringLiteral("dark")});
  ASSERT_TRUE(arguments) << arguments.error().text();
  const auto taken = take_screenshot(*arguments);
  ASSERT_TRUE(taken) << taken.error().text();
  EXPECT_EQ(QImage(file("shot.png")).size(), QSize(1200, 800));
}

TEST(Arguments, that_are_wrong_are_refused_with_what_is_right) {
  EXPECT_FALSE(parse_arguments({QStringLiteral("--view"), QStringLiteral("nonsense")}));
  EXPECT_FALSE(parse_arguments({QStringLiteral("--size"), QStringLiteral("big")}));
  EXPECT_FALSE(parse_arguments({QStringLiteral("--theme"), QStringLiteral("pink")}));
  EXPECT_FALSE(parse_arguments({QStringLiteral("--no-such-option")}));
}

}  // namespace
}  // namespace ringside::gui::test
