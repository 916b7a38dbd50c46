// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plot_view.h"

#include <qcustomplot.h>

#include <QFileDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QToolTip>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "gui/models/text.h"
#include "gui/views/plot_drawing.h"
#include "gui/views/theme.h"

namespace ringside::gui {
namespace {

constexpr double k_catch_px = 12;
constexpr int k_export_scale = 2;

QLabel* plain_label(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

// Legend below the axes: it never lies on the data.
void move_legend_below(QCustomPlot& plot) {
  plot.axisRect()->insetLayout()->take(plot.legend);
  plot.plotLayout()->addElement(1, 0, plot.legend);
  plot.plotLayout()->setRowStretchFactor(1, 0.001);
  plot.plotLayout()->setRowSpacing(0);
}

}  // namespace

PlotView::PlotView(QWidget* parent)
    : QWidget(parent),
      m_pages(new QStackedWidget(this)),
      m_plot(new QCustomPlot(this)),
      m_title(plain_label(this)),
      m_note(plain_label(this)),
      m_nothing(plain_label(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->setSpacing(2);
  QFont bold = m_title->font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setMargin(16);
  QFont small = m_note->font();
  small.setPointSizeF(small.pointSizeF() * 0.85);
  m_note->setFont(small);
  m_pages->addWidget(m_plot);
  m_pages->addWidget(m_nothing);
  layout->addWidget(m_title);
  layout->addWidget(m_pages, 1);
  layout->addWidget(m_note);
  move_legend_below(*m_plot);
  m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  m_plot->setMinimumSize(220, 140);
  setFocusPolicy(Qt::StrongFocus);
  connect(m_plot, &QCustomPlot::mouseMove, this, &PlotView::show_tip);
  connect(m_plot, &QCustomPlot::mousePress, this, [this] { setFocus(); });
  connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
    fit_ranges(*m_plot, m_data);
    m_plot->replot();
  });
}

void PlotView::show_plot(PlotData data) {
  m_data = std::move(data);
  draw();
  describe();
}

void PlotView::refresh() {
  draw();
}

void PlotView::draw() {
  m_title->setText(m_data.title);
  m_note->setText(m_data.note);
  m_note->setVisible(!m_data.note.isEmpty());
  m_nothing->setText(m_data.nothing);
  m_pages->setCurrentIndex(m_data.empty() ? 1 : 0);
  m_plot->clearPlottables();
  m_plot->clearItems();
  if (!m_data.empty()) {
    draw_plot(*m_plot, m_data);
    fit_ranges(*m_plot, m_data);
  } else {
    m_plot->legend->setVisible(false);
  }
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// What the picture shows, for those who hear it.
void PlotView::describe() {
  setAccessibleName(m_data.title);
  QStringList lines;
  for (const PlotSeries& series : m_data.series) {
    for (const PlotPoint& point : series.points) {
      if (!point.label.isEmpty() && lines.size() < 50) lines.push_back(point.label);
    }
  }
  setAccessibleDescription(m_data.empty() ? m_data.nothing : lines.join(QLatin1Char('\n')));
}

void PlotView::zoom(double factor) {
  m_plot->xAxis->scaleRange(m_data.x.scale == Scale::category ? 1 : factor);
  m_plot->yAxis->scaleRange(factor);
  m_plot->replot();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
  const auto move = [&](QCPAxis* axis, double share) {
    axis->moveRange(axis->range().size() * share);
    m_plot->replot();
  };
  switch (event->key()) {
    case Qt::Key_Plus:
      return zoom(0.8);
    case Qt::Key_Minus:
      return zoom(1.25);
    case Qt::Key_0:
    case Qt::Key_Home:
      fit_ranges(*m_plot, m_data);
      return m_plot->replot();
    case Qt::Key_Left:
      return move(m_plot->xAxis, -0.1);
    case Qt::Key_Right:
      return move(m_plot->xAxis, 0.1);
    case Qt::Key_Up:
      return move(m_plot->yAxis, 0.1);
    case Qt::Key_Down:
      return move(m_plot->yAxis, -0.1);
    default:
      QWidget::keyPressEvent(event);
  }
}

void PlotView::show_tip(QMouseEvent* event) {
  const PlotPoint* nearest = nullptr;
  double best = k_catch_px * k_catch_px;
  for (const PlotSeries& series : m_data.series) {
    for (const PlotPoint& point : series.points) {
      if (point.label.isEmpty()) continue;
      const double dx = m_plot->xAxis->coordToPixel(place_on(m_data.x, point.x)) - event->position().x();
      const double dy = m_plot->yAxis->coordToPixel(place_on(m_data.y, point.y)) - event->position().y();
      if (dx * dx + dy * dy < best) {
        best = dx * dx + dy * dy;
        nearest = &point;
      }
    }
  }
  if (nearest == nullptr) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(event->globalPosition().toPoint(), plain_tool_tip(nearest->label), m_plot);
  }
}

bool PlotView::save_png(const QString& file) const {
  QPixmap picture(size() * k_export_scale);
  picture.setDevicePixelRatio(k_export_scale);
  picture.fill(plot_colours().background);
  const_cast<PlotView*>(this)->render(&picture);
  return picture.save(file, "PNG");
}

bool PlotView::save_svg(const QString& file) const {
  QSvgGenerator generator;
  generator.setFileName(file);
  generator.setSize(m_plot->size() + QSize(0, 30));
  generator.setViewBox(QRect(QPoint(0, 0), m_plot->size() + QSize(0, 30)));
  generator.setTitle(m_data.title);
  generator.setDescription(m_data.note);
  QCPPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  painter.setPen(plot_colours().text);
  painter.fillRect(QRect(QPoint(0, 0), m_plot->size() + QSize(0, 30)), plot_colours().background);
  painter.drawText(QRect(8, 4, m_plot->width(), 24), Qt::AlignLeft | Qt::AlignVCenter, m_data.title);
  painter.translate(0, 30);
  m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
  return painter.end();
}

}  // namespace ringside::gui
