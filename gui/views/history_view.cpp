// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/history_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <algorithm>

#include "gui/models/definitions.h"
#include "gui/models/plot_table.h"
#include "gui/models/text.h"
#include "gui/models/trend_plots.h"
#include "gui/views/choices.h"
#include "gui/views/plot_view.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

using Points = std::vector<analysis::HistoryPoint>;

Result<Points> read(OpenStores& stores, const CampaignAddress& address, const std::string& key,
                    const analysis::Metric& metric) {
  const auto store = stores.at(address.store);
  if (!store) return std::unexpected(store.error());
  const auto cells = (*store)->cells(address.campaign);
  if (!cells) return std::unexpected(cells.error());
  const auto cell = std::ranges::find(*cells, key, &store::CellRecord::key);
  if (cell == cells->end()) return fail(ErrorCode::not_found, "the campaign has no cell '" + key + "'");
  return analysis::cell_history(**store, cell->id, metric);
}

}  // namespace

HistoryView::HistoryView(JobRunner& jobs, QWidget* parent)
    : View(QStringLiteral("History"), parent), m_jobs(jobs), m_plot(new PlotView) {
  auto* row = new QHBoxLayout;
  m_cell = add_choice(*row, QStringLiteral("&Cell"), QStringLiteral("Campaigns that measured this very cell."));
  m_cell->setMaximumWidth(900);
  m_metric = add_choice(*row, QStringLiteral("&Metric"), QString());
  row->addStretch(1);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_plot, 1);
  connect(m_cell, &QComboBox::activated, this, &HistoryView::load);
  connect(m_metric, &QComboBox::activated, this, &HistoryView::load);
  show_no_campaign(*this);
}

void HistoryView::show_figures(const Figures& figures) {
  m_figures = figures;
  m_cells.clear();
  m_metrics.clear();
  if (!figures) return show_no_campaign(*this);
  QStringList cells;
  if (!figures->arms.empty()) {
    for (const ArmCell& cell : figures->arms.front().cells) {
      m_cells.push_back(cell.key);
      cells.push_back(shown(cell.key));
    }
  }
  QStringList metrics;
  for (const analysis::Metric& metric : metrics_in(*figures)) {
    if (metric.quantile()) continue;
    m_metrics.push_back(metric);
    metrics.push_back(shown(report::metric_title(metric)));
  }
  if (m_cells.empty() || m_metrics.empty()) {
    return show_message(QStringLiteral("No cell has a figure yet"),
                        QStringLiteral("Figures appear with the first block that is complete; F5 reads again."));
  }
  set_choices(*m_cell, cells);
  set_choices(*m_metric, metrics);
  m_stale = true;
  show_content();
  if (isVisible()) load();
}

void HistoryView::show_cell(const std::string& key) {
  const auto found = std::ranges::find(m_cells, key);
  if (found == m_cells.end()) return;
  m_cell->setCurrentIndex(static_cast<int>(found - m_cells.begin()));
  m_stale = true;
  if (isVisible()) load();
}

void HistoryView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (m_stale) load();
}

void HistoryView::load() {
  if (!m_figures || m_cells.empty() || m_metrics.empty()) return;
  m_stale = false;
  const analysis::Metric metric = m_metrics[static_cast<std::size_t>(m_metric->currentIndex())];
  m_metric->setToolTip(plain_tool_tip(metric_definition(metric)));
  const std::string key = m_cells[static_cast<std::size_t>(m_cell->currentIndex())];
  m_jobs.start(
      QStringLiteral("history"),
      [address = m_figures->address, key, metric](OpenStores& stores) { return read(stores, address, key, metric); },
      [this, metric](const Result<Points>& points) {
        if (!points) return show_message(QStringLiteral("The history cannot be read"), shown(points.error()));
        show_content();
        m_plot->show_plot(history_plot(*points, metric));
      });
}

void HistoryView::refresh() {
  m_plot->refresh();
}

QWidget* HistoryView::picture() {
  return has_content() ? m_plot : nullptr;
}

std::optional<report::Table> HistoryView::table() const {
  if (!has_content()) return std::nullopt;
  return table_of(m_plot->data());
}

}  // namespace ringside::gui
