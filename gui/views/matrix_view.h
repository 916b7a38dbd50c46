// SPDX-License-Identifier: GPL-3.0-or-later
// What changed, and how sure: the heat map with its choices.
#pragma once

#include <QComboBox>
#include <string>
#include <vector>

#include "gui/models/matrix_model.h"
#include "gui/views/view.h"

class QHBoxLayout;
class QLabel;

namespace ringside::gui {

class HeatMap;

class MatrixView : public View {
  Q_OBJECT

 public:
  explicit MatrixView(QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  void refresh() override;
  [[nodiscard]] QWidget* picture() override;
  // Every cell, candidate and metric: `ringside compare --format csv`.
  [[nodiscard]] std::optional<report::Table> table() const override;

  [[nodiscard]] MatrixModel& model() { return *m_model; }
  void show_cell(const std::string& key);
  void show_metric(const analysis::Metric& metric);

 Q_SIGNALS:
  void chosen(const std::string& cell, const analysis::Metric& metric);
  void baseline_chosen(const std::string& arm);

 private:
  void make_choices();
  void fill_choices();
  void fill_selectors();
  void fill_summary();
  void choose_axes();

  Figures m_figures;
  MatrixModel* m_model;
  HeatMap* m_map;
  QHBoxLayout* m_selector_row;
  QComboBox* m_baseline;
  QComboBox* m_candidate;
  QComboBox* m_metric;
  QComboBox* m_rows;
  QComboBox* m_columns;
  QLabel* m_summary;
  QLabel* m_legend;
  QWidget* m_picture;
  std::vector<analysis::Metric> m_metrics;
};

}  // namespace ringside::gui
