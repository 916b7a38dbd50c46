// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the reports, sortable by its values.
#pragma once

#include <QTableView>

#include "gui/models/table_model.h"

class QSortFilterProxyModel;

namespace ringside::gui {

class ReportTable : public QTableView {
  Q_OBJECT

 public:
  explicit ReportTable(const QString& name, QWidget* parent = nullptr);

  void set_table(report::Table table);
  // As it is sorted now.
  [[nodiscard]] report::Table table() const;
  // Of the current row, in the table as it was set; -1 without one.
  [[nodiscard]] int current_row() const;

 private:
  TableModel* m_model;
  QSortFilterProxyModel* m_sorted;
};

}  // namespace ringside::gui
