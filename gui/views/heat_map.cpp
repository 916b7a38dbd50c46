// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/heat_map.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "gui/models/matrix_model.h"
#include "gui/views/theme.h"

namespace ringside::gui {
namespace {

constexpr int k_least_width = 96;
constexpr int k_least_height = 44;
constexpr int k_most_height = 110;

class FieldDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    const QRect field = option.rect.adjusted(1, 1, -1, -1);
    const QVariant verdict = index.data(MatrixModel::k_verdict_role);
    QColor background = plot_colours().background;
    if (verdict.isValid()) {
      background =
          verdict_colour(static_cast<Verdict>(verdict.toInt()), index.data(MatrixModel::k_speed_role).toDouble());
    }
    painter->fillRect(field, background);
    if (verdict.isValid() && static_cast<Verdict>(verdict.toInt()) == Verdict::inconclusive) {
      painter->fillRect(field, QBrush(plot_colours().grid, Qt::BDiagPattern));
    }
    draw_texts(*painter, field, background, index);
    if ((option.state & QStyle::State_Selected) != 0) {
      painter->setPen(QPen(plot_colours().text, 3));
      painter->drawRect(field.adjusted(1, 1, -2, -2));
    }
    painter->restore();
  }

 private:
  static void draw_texts(QPainter& painter, const QRect& field, const QColor& background, const QModelIndex& index) {
    painter.setPen(text_on(background));
    QFont font = painter.font();
    const QString detail = index.data(MatrixModel::k_detail_role).toString();
    const bool two_lines = !detail.isEmpty() && field.height() >= k_least_height - 4;
    font.setBold(true);
    painter.setFont(font);
    const QRect upper = two_lines ? QRect(field.left(), field.top(), field.width(), field.height() * 55 / 100) : field;
    const QString text = painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, field.width() - 6);
    painter.drawText(upper, int((two_lines ? Qt::AlignBottom : Qt::AlignVCenter) | Qt::AlignHCenter), text);
    if (!two_lines) return;
    font.setBold(false);
    font.setPointSizeF(font.pointSizeF() * 0.85);
    painter.setFont(font);
    const QRect lower(field.left(), upper.bottom() + 2, field.width(), field.bottom() - upper.bottom() - 2);
    const QString below = painter.fontMetrics().elidedText(detail, Qt::ElideRight, field.width() - 6);
    painter.drawText(lower, Qt::AlignTop | Qt::AlignHCenter, below);
  }
};

}  // namespace

HeatMap::HeatMap(QWidget* parent) : QTableView(parent) {
  setObjectName(QStringLiteral("matrix"));
  setAccessibleName(QStringLiteral("Matrix of differences"));
  setItemDelegate(new FieldDelegate(this));
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setShowGrid(false);
  setTabKeyNavigation(false);
  setCornerButtonEnabled(false);
  horizontalHeader()->setHighlightSections(true);
  horizontalHeader()->setMinimumSectionSize(k_least_width);
  verticalHeader()->setMinimumSectionSize(k_least_height);
}

void HeatMap::fit() {
  if (model() == nullptr) return;
  const int columns = model()->columnCount();
  const int rows = model()->rowCount();
  if (columns == 0 || rows == 0) return;
  const int width = std::max(k_least_width, viewport()->width() / columns);
  const int height = std::clamp(viewport()->height() / rows, k_least_height, k_most_height);
  for (int column = 0; column < columns; ++column) setColumnWidth(column, width);
  for (int row = 0; row < rows; ++row) setRowHeight(row, height);
}

void HeatMap::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fit();
}

}  // namespace ringside::gui
