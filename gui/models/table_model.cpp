// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/table_model.h"

#include <utility>

#include "gui/models/definitions.h"
#include "gui/models/text.h"

namespace ringside::gui {
namespace {

QVariant variant_of(const report::Value& value) {
  struct ToVariant {
    QVariant operator()(std::monostate) const { return {}; }
    QVariant operator()(bool flag) const { return flag; }
    QVariant operator()(std::int64_t number) const { return QVariant::fromValue(static_cast<qlonglong>(number)); }
    QVariant operator()(double number) const { return number; }
    QVariant operator()(const std::string& text) const { return shown(text); }
  };
  return std::visit(ToVariant{}, value);
}

}  // namespace

void TableModel::set_table(report::Table table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

const report::Field& TableModel::field_at(const QModelIndex& index) const {
  return m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const report::Field& field = field_at(index);
  const bool right = m_table.columns[static_cast<std::size_t>(index.column())].align == report::Align::right;
  switch (role) {
    case Qt::DisplayRole:
      return shown(field.text);
    case Qt::ToolTipRole:
      return field.text.size() > 40 ? plain_tool_tip(shown(field.text)) : QVariant();
    case Qt::TextAlignmentRole:
      return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case k_value_role:
      return variant_of(field.value);
    case k_tone_role:
      return static_cast<int>(field.tone);
    default:
      return {};
  }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const report::Column& column = m_table.columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return shown(column.title);
  if (role == Qt::ToolTipRole) return plain_tool_tip(column_definition(shown(column.key)));
  return {};
}

}  // namespace ringside::gui
