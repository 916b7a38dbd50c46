// SPDX-License-Identifier: GPL-3.0-or-later
// Since when: a metric of one cell over all campaigns of a store.
#pragma once

#include <string>
#include <vector>

#include "analysis/history.h"
#include "gui/models/job_runner.h"
#include "gui/views/view.h"

class QComboBox;

namespace ringside::gui {

class PlotView;

class HistoryView : public View {
  Q_OBJECT

 public:
  explicit HistoryView(JobRunner& jobs, QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  void refresh() override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

  void show_cell(const std::string& key);

 protected:
  // Reads only once it is looked at.
  void showEvent(QShowEvent* event) override;

 private:
  void load();

  JobRunner& m_jobs;
  Figures m_figures;
  std::vector<std::string> m_cells;
  std::vector<analysis::Metric> m_metrics;
  bool m_stale = true;
  QComboBox* m_cell;
  QComboBox* m_metric;
  PlotView* m_plot;
};

}  // namespace ringside::gui
