// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window: every action has a key.
#include <QMenuBar>
#include <QTabWidget>

#include "gui/app/main_window.h"
#include "gui/app/shortcuts.h"
#include "gui/views/campaigns_view.h"

namespace ringside::gui {

void MainWindow::make_menus() {
  QMenu* file = menuBar()->addMenu(QStringLiteral("&Store"));
  file->addAction(QStringLiteral("&Open …"), QKeySequence::Open, this, &MainWindow::browse);
  file->addAction(QStringLiteral("&Close store"), QKeySequence(Qt::CTRL | Qt::Key_W), this, [this] {
    const auto path = m_campaigns->current_store();
    m_seen.erase(path);
    m_campaigns->tree().close_store(path);
  });
  file->addAction(QStringLiteral("&Read again"), QKeySequence(Qt::Key_F5), this, &MainWindow::reload);
  file->addAction(QStringLiteral("&Filter campaigns"), QKeySequence::Find, this, [this] {
    m_tabs->setCurrentWidget(m_campaigns);
    m_campaigns->focus_filter();
  });
  file->addSeparator();
  file->addAction(QStringLiteral("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
  make_export_menu();
  make_view_menu();
  QMenu* help = menuBar()->addMenu(QStringLiteral("&Help"));
  help->addAction(QStringLiteral("&Keys …"), QKeySequence(Qt::Key_F1), this, [this] { show_shortcut_list(*this); });
}

void MainWindow::make_export_menu() {
  QMenu* menu = menuBar()->addMenu(QStringLiteral("&Export"));
  menu->addAction(QStringLiteral("Save picture as &PNG …"), QKeySequence(Qt::CTRL | Qt::Key_E), this,
                  [this] { export_picture(PictureFormat::png); });
  menu->addAction(QStringLiteral("Save picture as &SVG …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), this,
                  [this] { export_picture(PictureFormat::svg); });
  menu->addAction(QStringLiteral("Copy table as &CSV"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
                  [this] { copy_table(copy_csv); });
  menu->addAction(QStringLiteral("Copy table as &markdown"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M), this,
                  [this] { copy_table(copy_markdown); });
}

void MainWindow::make_view_menu() {
  QMenu* menu = menuBar()->addMenu(QStringLiteral("&View"));
  for (int at = 0; at < m_tabs->count(); ++at) {
    menu->addAction(m_tabs->tabText(at), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + at)), this,
                    [this, at] { m_tabs->setCurrentIndex(at); });
  }
  menu->addSeparator();
  menu->addAction(QStringLiteral("&Light or dark"), QKeySequence(Qt::CTRL | Qt::Key_T), this,
                  &MainWindow::toggle_theme);
}

}  // namespace ringside::gui
