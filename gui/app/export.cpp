// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/export.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QWidget>

#include "gui/views/plot_view.h"
#include "report/csv.h"
#include "report/markdown.h"

namespace ringside::gui {

bool save_picture(QWidget& widget, const QString& file, PictureFormat format) {
  if (const auto* plot = qobject_cast<const PlotView*>(&widget)) {
    return format == PictureFormat::png ? plot->save_png(file) : plot->save_svg(file);
  }
  if (format == PictureFormat::png) return widget.grab().save(file, "PNG");
  QSvgGenerator generator;
  generator.setFileName(file);
  generator.setSize(widget.size());
  generator.setViewBox(widget.rect());
  QPainter painter;
  if (!painter.begin(&generator)) return false;
  widget.render(&painter);
  return painter.end();
}

void copy_csv(const report::Table& table) {
  QGuiApplication::clipboard()->setText(QString::fromStdString(report::to_csv(table)));
}

void copy_markdown(const report::Table& table) {
  QGuiApplication::clipboard()->setText(QString::fromStdString(report::to_markdown(table)));
}

}  // namespace ringside::gui
