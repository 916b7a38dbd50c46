// SPDX-License-Identifier: GPL-3.0-or-later
// A metric against jobs, queue depth or queues.
#pragma once

#include <string>
#include <vector>

#include "gui/views/view.h"

class QComboBox;
class QHBoxLayout;

namespace ringside::gui {

class PlotView;

class ScalingView : public View {
  Q_OBJECT

 public:
  explicit ScalingView(QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  void refresh() override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

 private:
  void fill_selectors();
  void plot();

  Figures m_figures;
  std::vector<std::string> m_options;
  std::vector<analysis::Metric> m_metrics;
  OptionMap m_fixed;
  QComboBox* m_option;
  QComboBox* m_metric;
  QHBoxLayout* m_selector_row;
  PlotView* m_plot;
};

}  // namespace ringside::gui
