// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/scaling_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

#include "gui/models/definitions.h"
#include "gui/models/matrix_model.h"
#include "gui/models/plot_table.h"
#include "gui/models/text.h"
#include "gui/models/trend_plots.h"
#include "gui/views/choices.h"
#include "gui/views/plot_view.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

std::vector<OptionMap> cells_of(const CampaignFigures& figures) {
  std::vector<OptionMap> cells;
  for (const ArmCell& cell : figures.arms.front().cells) cells.push_back(cell.options);
  return cells;
}

}  // namespace

ScalingView::ScalingView(QWidget* parent)
    : View(QStringLiteral("Scaling"), parent), m_selector_row(new QHBoxLayout), m_plot(new PlotView) {
  auto* row = new QHBoxLayout;
  m_option = add_choice(*row, QStringLiteral("&Against"), QStringLiteral("What grows to the right."));
  m_metric = add_choice(*row, QStringLiteral("&Metric"), QString());
  row->addLayout(m_selector_row);
  row->addStretch(1);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_plot, 1);
  connect(m_option, &QComboBox::activated, this, [this] {
    fill_selectors();
    plot();
  });
  connect(m_metric, &QComboBox::activated, this, &ScalingView::plot);
  show_no_campaign(*this);
}

void ScalingView::show_figures(const Figures& figures) {
  m_figures = figures;
  if (!figures) return show_no_campaign(*this);
  m_options = scaling_options(*figures);
  m_metrics = metrics_in(*figures);
  if (m_options.empty() || m_metrics.empty()) {
    return show_message(QStringLiteral("Nothing grows in this campaign"),
                        QStringLiteral("Give an option of [matrix] several numbers, such as numjobs = [1, 2, 4] or "
                                       "iodepth = [1, 16, 64], or arms with different num-queues."));
  }
  QStringList options;
  for (const std::string& option : m_options) options.push_back(shown(option));
  set_choices(*m_option, options);
  QStringList metrics;
  for (const auto& metric : m_metrics) metrics.push_back(shown(report::metric_title(metric)));
  set_choices(*m_metric, metrics);
  fill_selectors();
  plot();
  show_content();
}

void ScalingView::fill_selectors() {
  while (QLayoutItem* item = m_selector_row->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  OptionMap fixed;
  const std::string option = m_options[static_cast<std::size_t>(m_option->currentIndex())];
  for (const Axis& axis : axes_of(cells_of(*m_figures))) {
    if (axis.option == option) continue;
    QComboBox* box = add_choice(*m_selector_row, shown(axis.option), QStringLiteral("Only cells with this value."));
    QStringList values;
    for (const OptionValue& value : axis.values) values.push_back(shown(to_text(value)));
    set_choices(*box, values);
    const auto before = m_fixed.find(axis.option);
    if (before != m_fixed.end()) box->setCurrentText(shown(to_text(before->second)));
    fixed[axis.option] = axis.values[static_cast<std::size_t>(box->currentIndex())];
    connect(box, &QComboBox::activated, this, [this, axis](int at) {
      m_fixed[axis.option] = axis.values[static_cast<std::size_t>(at)];
      plot();
    });
  }
  m_fixed = std::move(fixed);
}

void ScalingView::plot() {
  const analysis::Metric metric = m_metrics[static_cast<std::size_t>(m_metric->currentIndex())];
  m_metric->setToolTip(plain_tool_tip(metric_definition(metric)));
  const std::string& option = m_options[static_cast<std::size_t>(m_option->currentIndex())];
  m_plot->show_plot(scaling_plot(*m_figures, option, m_fixed, metric));
}

void ScalingView::refresh() {
  m_plot->refresh();
}

QWidget* ScalingView::picture() {
  return has_content() ? m_plot : nullptr;
}

std::optional<report::Table> ScalingView::table() const {
  if (!has_content()) return std::nullopt;
  return table_of(m_plot->data());
}

}  // namespace ringside::gui
