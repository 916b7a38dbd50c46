// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix as fields of colour, glyph and text.
#pragma once

#include <QTableView>

namespace ringside::gui {

class HeatMap : public QTableView {
  Q_OBJECT

 public:
  explicit HeatMap(QWidget* parent = nullptr);

  // Fits rows and columns to the window.
  void fit();

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace ringside::gui
