// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane: guest instructions per I/O and function.
#pragma once

#include <vector>

#include "gui/models/job_runner.h"
#include "gui/models/path_length.h"
#include "gui/views/view.h"

class QComboBox;
class QLabel;

namespace ringside::gui {

class PlotView;
class ReportTable;

class PathLengthView : public View {
  Q_OBJECT

 public:
  explicit PathLengthView(JobRunner& jobs, QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  void refresh() override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void load();
  void show_paths(Result<analysis::PathLengths> paths);
  void show_cell();

  JobRunner& m_jobs;
  Figures m_figures;
  bool m_stale = true;
  analysis::PathLengths m_paths;
  QComboBox* m_cell;
  QLabel* m_conditions;
  PlotView* m_plot;
  ReportTable* m_table;
};

}  // namespace ringside::gui
