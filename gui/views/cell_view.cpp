// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/cell_view.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/models/cell_plots.h"
#include "gui/models/definitions.h"
#include "gui/models/mechanism_plots.h"
#include "gui/models/tables.h"
#include "gui/models/text.h"
#include "gui/views/choices.h"
#include "gui/views/plot_view.h"
#include "gui/views/table_view.h"
#include "report/figures.h"
#include "report/stored_lists.h"

namespace ringside::gui {

CellView::CellView(JobRunner& jobs, QWidget* parent) : View(QStringLiteral("Cell"), parent), m_jobs(jobs) {
  auto* row = new QHBoxLayout;
  m_cell_box =
      add_choice(*row, QStringLiteral("&Cell"), QStringLiteral("The point of the matrix, the same for every arm."));
  m_metric_box = add_choice(*row, QStringLiteral("&Metric"), QString());
  m_cell_box->setMaximumWidth(900);
  row->addStretch(1);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  auto* splitter = new QSplitter(Qt::Vertical);
  layout->addWidget(splitter, 1);
  make_plots();
  make_tables();
  auto* upper = new QSplitter(Qt::Horizontal);
  auto* left = new QSplitter(Qt::Vertical);
  auto* right = new QSplitter(Qt::Vertical);
  left->addWidget(m_intervals);
  left->addWidget(m_mechanism_panel);
  right->addWidget(m_differences);
  right->addWidget(m_latency);
  upper->addWidget(left);
  upper->addWidget(right);
  upper->setSizes({400, 500});
  splitter->addWidget(upper);
  splitter->addWidget(m_tabs);
  splitter->setSizes({640, 240});
  connect(m_cell_box, &QComboBox::activated, this,
          [this](int at) { show_cell(m_cells[static_cast<std::size_t>(at)], std::nullopt); });
  connect(m_metric_box, &QComboBox::activated, this, &CellView::show_metric);
  show_no_campaign(*this);
}

void CellView::make_plots() {
  m_intervals = new PlotView;
  m_differences = new PlotView;
  m_latency = new PlotView;
  m_mechanism = new PlotView;
  m_mechanism_panel = new QWidget;
  auto* row = new QHBoxLayout;
  m_mechanism_box = add_choice(*row, QStringLiteral("M&echanism"),
                               QStringLiteral("Why: interrupts by disk; with [probes] in the campaign file also counts "
                                              "by hardware queue and distributions, from BPF programs in the guest."));
  row->addStretch(1);
  auto* column = new QVBoxLayout(m_mechanism_panel);
  column->setContentsMargins(4, 0, 0, 0);
  column->addLayout(row);
  column->addWidget(m_mechanism, 1);
  connect(m_mechanism_box, &QComboBox::activated, this, &CellView::show_mechanism);
}

void CellView::make_tables() {
  m_tabs = new QTabWidget;
  m_figures_table = new ReportTable(QStringLiteral("Figures"));
  m_measurements = new ReportTable(QStringLiteral("Measurements"));
  m_boots = new ReportTable(QStringLiteral("Boots"));
  m_console = new QPlainTextEdit;
  m_console->setReadOnly(true);
  m_console->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_console->setAccessibleName(QStringLiteral("Console of the guest"));
  m_console->setTabChangesFocus(true);
  m_console->setLineWrapMode(QPlainTextEdit::NoWrap);
  auto* consoles = new QSplitter(Qt::Horizontal);
  consoles->addWidget(m_boots);
  consoles->addWidget(m_console);
  m_tabs->addTab(m_figures_table, QStringLiteral("&Figures"));
  m_tabs->addTab(m_measurements, QStringLiteral("Ra&w measurements"));
  m_mechanism_table = new ReportTable(QStringLiteral("Mechanism"));
  m_tabs->addTab(m_mechanism_table, QStringLiteral("Mec&hanism"));
  m_tabs->addTab(consoles, QStringLiteral("&Boots and consoles"));
  connect(m_boots->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &CellView::show_console);
}

void CellView::show_figures(const Figures& figures) {
  m_figures = figures;
  m_detail.reset();
  m_cells.clear();
  if (!figures) return show_no_campaign(*this);
  QStringList names;
  if (!figures->arms.empty()) {
    for (const ArmCell& cell : figures->arms.front().cells) {
      m_cells.push_back(cell.key);
      names.push_back(shown(cell.key));
    }
  }
  m_metrics = metrics_in(*figures);
  if (m_cells.empty() || m_metrics.empty()) {
    return show_message(QStringLiteral("No cell has a figure yet"),
                        QStringLiteral("Figures appear with the first block that is complete; F5 reads again."));
  }
  set_choices(*m_cell_box, names);
  QStringList metrics;
  for (const auto& metric : m_metrics) metrics.push_back(shown(report::metric_title(metric)));
  set_choices(*m_metric_box, metrics);
  show_content();
  const bool kept = std::ranges::find(m_cells, m_cell) != m_cells.end();
  show_cell(kept ? m_cell : m_cells.front(), std::nullopt);
}

void CellView::show_cell(const std::string& key, const std::optional<analysis::Metric>& wished) {
  const auto at = std::ranges::find(m_cells, key);
  if (at == m_cells.end()) return;
  m_cell = key;
  m_cell_box->setCurrentIndex(static_cast<int>(at - m_cells.begin()));
  if (wished) {
    const auto found = std::ranges::find(m_metrics, *wished);
    if (found != m_metrics.end()) m_metric_box->setCurrentIndex(static_cast<int>(found - m_metrics.begin()));
  }
  show_metric();
  m_figures_table->set_table(cell_table(*m_figures, m_cell));
  load();
  Q_EMIT cell_shown(m_cell);
}

void CellView::load() {
  const CampaignAddress address = m_figures->address;
  m_jobs.start(
      QStringLiteral("cell"),
      [address, key = m_cell](OpenStores& stores) -> Result<analysis::CellDetail> {
        const auto store = stores.at(address.store);
        if (!store) return std::unexpected(store.error());
        return analysis::cell_detail(**store, address.campaign, key);
      },
      [this](Result<analysis::CellDetail> detail) { show_detail(std::move(detail)); });
}

void CellView::show_detail(Result<analysis::CellDetail> detail) {
  if (!detail) return show_message(QStringLiteral("This cell cannot be read"), shown(detail.error()));
  m_detail = *std::move(detail);
  show_content();
  show_metric();
  set_choices(*m_mechanism_box, mechanism_choices(*m_detail));
  show_mechanism();
  m_mechanism_table->set_table(mechanism_table(*m_detail));
  m_measurements->set_table(
      report::measurement_list(m_detail->measurements, m_detail->blocks, m_detail->arm_records, m_detail->cells));
  m_console->clear();
  m_boots->set_table(report::boot_list(m_detail->boots, m_detail->blocks));
  if (!m_detail->boots.empty()) m_boots->selectRow(0);
}

analysis::Metric CellView::metric() const {
  const int at = m_metric_box->currentIndex();
  return at < 0 ? analysis::Metric{} : m_metrics[static_cast<std::size_t>(at)];
}

void CellView::show_metric() {
  if (!m_figures) return;
  const analysis::Metric chosen = metric();
  m_metric_box->setToolTip(plain_tool_tip(metric_definition(chosen)));
  m_intervals->show_plot(interval_plot(*m_figures, m_cell, chosen));
  m_differences->show_plot(difference_plot(*m_figures, m_cell, chosen));
  if (!m_detail) return;
  // A mixed cell shows the direction of the chosen metric, others the one they have.
  Direction direction = chosen.direction.value_or(Direction::read);
  for (const auto& arm : m_detail->arms) {
    if (!chosen.direction && !arm.latency.empty()) direction = arm.latency.front().direction;
  }
  m_latency->show_plot(latency_plot(*m_detail, direction));
}

void CellView::show_mechanism() {
  if (m_detail) m_mechanism->show_plot(mechanism_plot(*m_detail, m_mechanism_box->currentText()));
}

bool CellView::choose_mechanism(const QString& beginning) {
  for (int at = 0; at < m_mechanism_box->count(); ++at) {
    if (!m_mechanism_box->itemText(at).startsWith(beginning)) continue;
    m_mechanism_box->setCurrentIndex(at);
    show_mechanism();
    return true;
  }
  return false;
}

QStringList CellView::mechanisms() const {
  return m_detail ? mechanism_choices(*m_detail) : QStringList{};
}

void CellView::show_console() {
  const int row = m_boots->current_row();
  if (!m_detail || row < 0 || row >= static_cast<int>(m_detail->boots.size())) return;
  const BootId boot = m_detail->boots[static_cast<std::size_t>(row)].id;
  m_jobs.start(
      QStringLiteral("console"),
      [path = m_figures->address.store, boot](OpenStores& stores) -> Result<store::BootRecord> {
        const auto store = stores.at(path);
        if (!store) return std::unexpected(store.error());
        return (*store)->boot(boot);
      },
      [this](const Result<store::BootRecord>& record) {
        if (!record) return m_console->setPlainText(shown(record.error()));
        std::string text = record->console;
        std::erase(text, '\r');
        m_console->setPlainText(text.empty() ? QStringLiteral("The console of this boot was silent.") : shown(text));
      });
}

void CellView::refresh() {
  for (PlotView* plot : {m_intervals, m_differences, m_latency, m_mechanism}) plot->refresh();
}

QWidget* CellView::picture() {
  if (!has_content()) return nullptr;
  for (PlotView* plot : {m_intervals, m_differences, m_latency, m_mechanism}) {
    if (plot->hasFocus()) return plot;
  }
  return m_differences->data().empty() ? m_intervals : m_differences;
}

std::optional<report::Table> CellView::table() const {
  if (!m_figures || !has_content()) return std::nullopt;
  if (m_tabs->currentIndex() == 1) return m_measurements->table();
  if (m_tabs->currentIndex() == 2) return m_mechanism_table->table();
  if (m_tabs->currentIndex() == 3) return m_boots->table();
  return m_figures_table->table();
}

}  // namespace ringside::gui
