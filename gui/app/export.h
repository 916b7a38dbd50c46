// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures into files, tables onto the clipboard.
#pragma once

#include <QString>

#include "report/table.h"

class QWidget;

namespace ringside::gui {

enum class PictureFormat { png, svg };

// False where the file cannot be written. Plots of a PlotView are drawn as vectors, everything else as it looks.
[[nodiscard]] bool save_picture(QWidget& widget, const QString& file, PictureFormat format);

void copy_csv(const report::Table& table);
void copy_markdown(const report::Table& table);

}  // namespace ringside::gui
