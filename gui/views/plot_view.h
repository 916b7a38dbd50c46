// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a PlotData. The only place that knows QCustomPlot.
#pragma once

#include <QWidget>

#include "gui/models/plot_data.h"

class QCustomPlot;
class QLabel;
class QStackedWidget;

namespace ringside::gui {

class PlotView : public QWidget {
  Q_OBJECT

 public:
  explicit PlotView(QWidget* parent = nullptr);

  void show_plot(PlotData data);
  [[nodiscard]] const PlotData& data() const { return m_data; }
  // Draws again in the current theme's colours.
  void refresh();

  // False where the file cannot be written. Both with the title and the note, at twice the size for PNG.
  [[nodiscard]] bool save_png(const QString& file) const;
  [[nodiscard]] bool save_svg(const QString& file) const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void draw();
  void describe();
  void zoom(double factor);
  void show_tip(class QMouseEvent* event);

  PlotData m_data;
  QStackedWidget* m_pages;
  QCustomPlot* m_plot;
  QLabel* m_title;
  QLabel* m_note;
  QLabel* m_nothing;
};

}  // namespace ringside::gui
