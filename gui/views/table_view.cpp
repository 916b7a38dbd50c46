// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/table_view.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

#include "gui/views/theme.h"

namespace ringside::gui {
namespace {

constexpr int k_widest_column = 420;
constexpr int k_air_px = 12;

// Colours by what a field says about itself.
class ToneDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const auto tone = static_cast<report::Tone>(index.data(TableModel::k_tone_role).toInt());
    option->palette.setColor(QPalette::Text, tone_colour(tone));
    if (tone == report::Tone::strong) option->font.setBold(true);
  }
};

}  // namespace

ReportTable::ReportTable(const QString& name, QWidget* parent)
    : QTableView(parent), m_model(new TableModel(this)), m_sorted(new QSortFilterProxyModel(this)) {
  setObjectName(name);
  setAccessibleName(name);
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(TableModel::k_value_role);
  setModel(m_sorted);
  setItemDelegate(new ToneDelegate(this));
  setAlternatingRowColors(true);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSortingEnabled(true);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void ReportTable::set_table(report::Table table) {
  m_model->set_table(std::move(table));
  // Of what is in sight: a table may have a thousand rows.
  horizontalHeader()->setResizeContentsPrecision(50);
  resizeColumnsToContents();
  for (int column = 0; column < m_sorted->columnCount(); ++column) {
    setColumnWidth(column, std::min(columnWidth(column) + k_air_px, k_widest_column));
  }
}

report::Table ReportTable::table() const {
  report::Table sorted;
  sorted.columns = m_model->table().columns;
  for (int row = 0; row < m_sorted->rowCount(); ++row) {
    const int from = m_sorted->mapToSource(m_sorted->index(row, 0)).row();
    sorted.rows.push_back(m_model->table().rows[static_cast<std::size_t>(from)]);
  }
  return sorted;
}

int ReportTable::current_row() const {
  return m_sorted->mapToSource(currentIndex()).row();
}

}  // namespace ringside::gui
