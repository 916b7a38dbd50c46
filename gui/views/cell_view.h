// SPDX-License-Identifier: GPL-3.0-or-later
// One cell: how sure, and why.
#pragma once

#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "analysis/cell_detail.h"
#include "gui/models/job_runner.h"
#include "gui/views/view.h"

class QComboBox;
class QPlainTextEdit;
class QTabWidget;

namespace ringside::gui {

class PlotView;
class ReportTable;

class CellView : public View {
  Q_OBJECT

 public:
  explicit CellView(JobRunner& jobs, QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  void refresh() override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

  void show_cell(const std::string& key, const std::optional<analysis::Metric>& metric);
  [[nodiscard]] const std::string& cell() const { return m_cell; }
  // Shows the first of mechanisms() that begins so; false where there is none.
  bool choose_mechanism(const QString& beginning);
  [[nodiscard]] QStringList mechanisms() const;

 Q_SIGNALS:
  void cell_shown(const std::string& key);

 private:
  void make_plots();
  void make_tables();
  void load();
  void show_detail(Result<analysis::CellDetail> detail);
  void show_metric();
  void show_console();
  void show_mechanism();
  [[nodiscard]] analysis::Metric metric() const;

  JobRunner& m_jobs;
  Figures m_figures;
  std::string m_cell;
  std::vector<std::string> m_cells;
  std::vector<analysis::Metric> m_metrics;
  std::optional<analysis::CellDetail> m_detail;
  QComboBox* m_cell_box;
  QComboBox* m_metric_box;
  PlotView* m_intervals;
  PlotView* m_differences;
  PlotView* m_latency;
  QWidget* m_mechanism_panel;
  QComboBox* m_mechanism_box;
  PlotView* m_mechanism;
  ReportTable* m_mechanism_table;
  QTabWidget* m_tabs;
  ReportTable* m_figures_table;
  ReportTable* m_measurements;
  ReportTable* m_boots;
  QPlainTextEdit* m_console;
};

}  // namespace ringside::gui
