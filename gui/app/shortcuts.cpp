// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/shortcuts.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <utility>
#include <vector>

namespace ringside::gui {
namespace {

using Lines = std::vector<std::pair<QString, QString>>;  // key, what it does

Lines lines_of(const QWidget& window) {
  Lines lines;
  for (const QAction* action : window.findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    lines.emplace_back(action->shortcut().toString(QKeySequence::NativeText),
                       action->text().remove(QLatin1Char('&')).remove(QStringLiteral(" …")));
  }
  lines.emplace_back(QStringLiteral("Enter"), QStringLiteral("Campaigns: show the campaign; Matrix: show the cell"));
  lines.emplace_back(QStringLiteral("arrows"),
                     QStringLiteral("move in tables and the matrix; move the part of a plot in sight"));
  lines.emplace_back(QStringLiteral("+ and -"), QStringLiteral("plot: nearer, farther"));
  lines.emplace_back(QStringLiteral("0"), QStringLiteral("plot: everything in sight"));
  lines.emplace_back(QStringLiteral("Alt+letter"), QStringLiteral("the choice with this letter underlined"));
  return lines;
}

}  // namespace

void show_shortcut_list(QWidget& window) {
  const Lines lines = lines_of(window);
  QDialog dialog(&window);
  dialog.setWindowTitle(QStringLiteral("Keys"));
  dialog.resize(620, 520);
  auto* table = new QTableWidget(static_cast<int>(lines.size()), 2);
  table->setAccessibleName(QStringLiteral("Keys"));
  table->setHorizontalHeaderLabels({QStringLiteral("key"), QStringLiteral("does")});
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setStretchLastSection(true);
  for (int row = 0; row < table->rowCount(); ++row) {
    table->setItem(row, 0, new QTableWidgetItem(lines[static_cast<std::size_t>(row)].first));
    table->setItem(row, 1, new QTableWidgetItem(lines[static_cast<std::size_t>(row)].second));
  }
  table->resizeColumnToContents(0);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(&dialog);
  layout->addWidget(table);
  layout->addWidget(buttons);
  dialog.exec();
}

}  // namespace ringside::gui
