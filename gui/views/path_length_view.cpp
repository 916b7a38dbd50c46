// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/path_length_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSplitter>
#include <algorithm>
#include <utility>

#include "gui/models/text.h"
#include "gui/views/choices.h"
#include "gui/views/plot_view.h"
#include "gui/views/table_view.h"

namespace ringside::gui {

PathLengthView::PathLengthView(JobRunner& jobs, QWidget* parent)
    : View(QStringLiteral("Path length"), parent),
      m_jobs(jobs),
      m_plot(new PlotView),
      m_table(new ReportTable(QStringLiteral("Instructions per I/O"))) {
  auto* row = new QHBoxLayout;
  m_cell = add_choice(*row, QStringLiteral("&Cell"), QStringLiteral("The cell whose I/Os were counted."));
  m_cell->setMaximumWidth(900);
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
      [this](Result<std::vector<PathOfArm>> paths) { show_paths(std::move(paths)); });
}

void PathLengthView::show_paths(Result<std::vector<PathOfArm>> paths) {
  if (!paths) return show_message(QStringLiteral("The path lengths cannot be read"), shown(paths.error()));
  m_paths = *std::move(paths);
  m_cells.clear();
  QStringList names;
  for (const PathOfArm& path : m_paths) {
    if (std::ranges::find(m_cells, path.cell) != m_cells.end()) continue;
    m_cells.push_back(path.cell);
    names.push_back(shown(path.cell));
  }
  if (m_cells.empty()) {
    return show_message(
        QStringLiteral("No instructions were counted in this campaign"),
        QStringLiteral("`ringside pathlen FILE` counts guest instructions per I/O and function exactly, "
                       "on any machine, without KVM."));
  }
  set_choices(*m_cell, names);
  show_content();
  show_cell();
}

void PathLengthView::show_cell() {
  const std::string& cell = m_cells[static_cast<std::size_t>(m_cell->currentIndex())];
  m_plot->show_plot(path_plot(m_paths, cell));
  m_table->set_table(path_table(m_paths, cell));
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
