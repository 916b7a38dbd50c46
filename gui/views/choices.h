// SPDX-License-Identifier: GPL-3.0-or-later
// Combo boxes with a name in front.
#pragma once

#include <QComboBox>
#include <QString>

class QHBoxLayout;

namespace ringside::gui {

// Adds "NAME: [box]" to the row; the name is a buddy with a mnemonic where it holds an '&'.
QComboBox* add_choice(QHBoxLayout& row, const QString& name, const QString& tool_tip);

// Sets the entries without telling anyone; what was chosen stays chosen where it is among them.
void set_choices(QComboBox& box, const QStringList& entries);

}  // namespace ringside::gui
