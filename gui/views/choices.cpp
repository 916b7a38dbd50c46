// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/choices.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "gui/models/text.h"

namespace ringside::gui {

QComboBox* add_choice(QHBoxLayout& row, const QString& name, const QString& tool_tip) {
  auto* label = new QLabel(name);
  auto* box = new QComboBox;
  label->setTextFormat(Qt::PlainText);
  label->setBuddy(box);
  box->setAccessibleName(QString(name).remove(QLatin1Char('&')));
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  box->setMaximumWidth(420);
  box->setToolTip(plain_tool_tip(tool_tip));
  row.addWidget(label);
  row.addWidget(box);
  return box;
}

void set_choices(QComboBox& box, const QStringList& entries) {
  const QSignalBlocker blocker(box);
  const QString before = box.currentText();
  box.clear();
  box.addItems(entries);
  const auto at = static_cast<int>(entries.indexOf(before));
  if (at >= 0) box.setCurrentIndex(at);
}

}  // namespace ringside::gui
