// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/path_length_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <utility>

#include "gui/models/text.h"
#include "gui/views/choices.h"
#include "gui/views/plot_view.h"
#include "gui/views/table_view.h"

namespace ringside::gui {

PathLengthView::PathLengthView(JobRunner& jobs, QWidget* parent)
    : View(QStringLiteral("Path length"), parent),
      m_jobs(jobs),
      m_conditions(new QLabel),
      m_plot(new PlotView),
      m_table(new ReportTable(QStringLiteral("Instructions per I/O"))) {
  auto* row = new QHBoxLayout;
  m_cell = add_choice(*row, QStringLiteral("&Cell"), QStringLiteral("The cell whose I/Os were counted."));
  m_cell->setMaximumWidth(900);
  m_conditions->setTextFormat(Qt::PlainText);
  m_conditions->setToolTip(
      QStringLiteral("What the counts hold for: another kernel, compiler or CPU model counts otherwise."));
  m_conditions->setAccessibleName(QStringLiteral("What the counts hold for"));
  row->addWidget(m_conditions);
  row->addStretch(1);
  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->addWidget(m_plot);
  splitter->addWidget(m_table);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(splitter, 1);
  connect(m_cell, &QComboBox::activated, this, &PathLengthView::show_cell);
  show_no_campaign(*this);
}

void PathLengthView::show_figures(const Figures& figures) {
  m_figures = figures;
  if (!figures) return show_no_campaign(*this);
  m_stale = true;
  if (isVisible()) load();
}

void PathLengthView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (m_stale) load();
}

void PathLengthView::load() {
  if (!m_figures) return;
  m_stale = false;
  m_jobs.start(
      QStringLiteral("paths"),
      [address = m_figures->address](OpenStores& stores) { return load_paths(stores, address); },
      [this](Result<analysis::PathLengths> paths) { show_paths(std::move(paths)); });
}

void PathLengthView::show_paths(Result<analysis::PathLengths> paths) {
  if (!paths) return show_message(QStringLiteral("The path lengths cannot be read"), shown(paths.error()));
  m_paths = *std::move(paths);
  if (m_paths.empty()) {
    return show_message(
        QStringLiteral("No instructions were counted in this campaign"),
        QStringLiteral("`ringside pathlen FILE` counts guest instructions per I/O and function exactly, "
                       "on any machine, without KVM; it stores them as a campaign of its own."));
  }
  QStringList names;
  for (const analysis::PathCell& cell : m_paths.cells) names.push_back(shown(cell.cell));
  set_choices(*m_cell, names);
  m_conditions->setText(path_conditions(m_paths));
  show_content();
  show_cell();
}

void PathLengthView::show_cell() {
  const analysis::PathCell& cell = m_paths.cells[static_cast<std::size_t>(m_cell->currentIndex())];
  m_plot->show_plot(path_plot(cell));
  m_table->set_table(path_table(cell));
}

void PathLengthView::refresh() {
  m_plot->refresh();
}

QWidget* PathLengthView::picture() {
  return has_content() ? m_plot : nullptr;
}

std::optional<report::Table> PathLengthView::table() const {
  if (!has_content()) return std::nullopt;
  return m_table->table();
}

}  // namespace ringside::gui
