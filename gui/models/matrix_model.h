// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of one candidate as a heat map: two axes of the matrix, the others fixed by selectors.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "gui/models/campaign_figures.h"

namespace ringside::gui {

struct Axis {
  std::string option;               // "numjobs"
  std::vector<OptionValue> values;  // those that occur, numbers by size
};

// The options of the cells that take more than one value.
[[nodiscard]] std::vector<Axis> axes_of(const std::vector<OptionMap>& cells);

class MatrixModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int k_verdict_role = Qt::UserRole;     // int of Verdict; invalid where there is no figure
  static constexpr int k_ratio_role = Qt::UserRole + 1;   // double, candidate / baseline
  static constexpr int k_speed_role = Qt::UserRole + 2;   // double, ln of how much faster; for the colour
  static constexpr int k_key_role = Qt::UserRole + 3;     // the cell's key
  static constexpr int k_detail_role = Qt::UserRole + 4;  // second line: both estimates

  using QAbstractTableModel::QAbstractTableModel;

  void set_figures(Figures figures);
  void choose_candidate(int candidate);
  void choose_metric(const analysis::Metric& metric);
  // Options of axes(); the other axes get selectors. Equal ones are refused.
  void choose_axes(const std::string& rows, const std::string& columns);
  void select(const std::string& option, const OptionValue& value);

  [[nodiscard]] const std::vector<Axis>& axes() const { return m_axes; }
  [[nodiscard]] std::string row_option() const { return m_rows.option; }
  [[nodiscard]] std::string column_option() const { return m_columns.option; }
  // The axes that are neither rows nor columns, with what they are set to.
  [[nodiscard]] std::vector<Axis> selectors() const;
  [[nodiscard]] const OptionMap& selected() const { return m_selected; }
  [[nodiscard]] const analysis::Metric& metric() const { return m_metric; }
  [[nodiscard]] int candidate() const { return m_candidate; }

  // Nothing where no such cell was planned, or it has no such metric.
  [[nodiscard]] const analysis::MetricComparison* comparison_at(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex index_of(const std::string& key) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const analysis::CandidateComparison* compared() const;
  [[nodiscard]] const analysis::CellComparison* cell_at(const QModelIndex& index) const;
  [[nodiscard]] QString tool_tip(const QModelIndex& index) const;
  void default_axes();

  Figures m_figures;
  int m_candidate = 0;
  analysis::Metric m_metric;
  std::vector<Axis> m_axes;
  Axis m_rows;
  Axis m_columns;
  OptionMap m_selected;  // by selector
  std::map<OptionMap, std::size_t> m_by_options;
};

}  // namespace ringside::gui
