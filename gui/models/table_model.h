// SPDX-License-Identifier: GPL-3.0-or-later
// A table of the reports as a model: the dashboard shows the very tables that the command line prints.
#pragma once

#include <QAbstractTableModel>

#include "report/table.h"

namespace ringside::gui {

class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int k_value_role = Qt::UserRole;     // full precision, for sorting; invalid where unknown
  static constexpr int k_tone_role = Qt::UserRole + 1;  // int of report::Tone

  using QAbstractTableModel::QAbstractTableModel;

  void set_table(report::Table table);
  [[nodiscard]] const report::Table& table() const { return m_table; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const report::Field& field_at(const QModelIndex& index) const;
  report::Table m_table;
};

}  // namespace ringside::gui
