// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/run_view.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "gui/models/text.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

QString waiting(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("unknown");
  return shown(report::waiting_text(std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>(seconds))));
}

QPushButton* button(QHBoxLayout& row, const QString& text, const QString& tool_tip) {
  auto* made = new QPushButton(text);
  made->setToolTip(plain_tool_tip(tool_tip));
  row.addWidget(made);
  return made;
}

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace

RunView::RunView(const QString& program, QWidget* parent) : View(QStringLiteral("Run"), parent), m_runner(program) {
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  make_form();
  make_progress();
  connect_runner();
  show_buttons();
  m_summary->setText(
      QStringLiteral("Choose a campaign file; its cells and how long they take are shown before anything "
                     "starts. campaigns/quick.toml is one to begin with."));
}

void RunView::make_form() {
  auto* layout = static_cast<QVBoxLayout*>(content()->layout());
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(QStringLiteral("Campaign &file"));
  m_file = new QLineEdit;
  m_file->setPlaceholderText(QStringLiteral("path of a .toml file"));
  m_file->setAccessibleName(QStringLiteral("Campaign file"));
  label->setBuddy(m_file);
  row->addWidget(label);
  row->addWidget(m_file, 1);
  m_browse = button(*row, QStringLiteral("&Choose …"), QStringLiteral("Choose a campaign file."));
  m_plan = button(*row, QStringLiteral("&Plan"),
                  QStringLiteral("ringside run --dry-run: cells, order, time; starts nothing."));
  m_start = button(*row, QStringLiteral("&Start"), QStringLiteral("ringside run: measures into the open store."));
  m_resume = button(*row, QStringLiteral("&Resume"),
                    QStringLiteral("ringside run --resume: goes on with this file's latest unfinished "
                                   "campaign."));
  m_cancel = button(*row, QStringLiteral("Ca&ncel"),
                    QStringLiteral("Ends after the current measurement; a second time at once. What "
                                   "was measured stays."));
  layout->addLayout(row);
  m_summary = plain_label();
  layout->addWidget(m_summary);
  connect(m_browse, &QPushButton::clicked, this, &RunView::browse);
  connect(m_plan, &QPushButton::clicked, this, [this] { m_runner.plan(m_file->text()); });
  connect(m_file, &QLineEdit::returnPressed, this, [this] { m_runner.plan(m_file->text()); });
  connect(m_file, &QLineEdit::textChanged, this, &RunView::show_buttons);
  connect(m_start, &QPushButton::clicked, this, [this] { m_runner.start(m_file->text(), file_name(m_store)); });
  connect(m_resume, &QPushButton::clicked, this, [this] { m_runner.resume(m_file->text(), file_name(m_store)); });
  connect(m_cancel, &QPushButton::clicked, this, [this] { m_runner.cancel(); });
}

void RunView::make_progress() {
  auto* layout = static_cast<QVBoxLayout*>(content()->layout());
  m_bar = new QProgressBar;
  m_bar->setAccessibleName(QStringLiteral("Measured"));
  m_bar->setFormat(QStringLiteral("%v of %m measurements"));
  m_bar->hide();  // until there is a plan
  m_now = plain_label();
  m_cells = new QTableView;
  m_cells->setAccessibleName(QStringLiteral("Cells of this run"));
  m_cells->setModel(&m_runner.progress());
  m_cells->setAlternatingRowColors(true);
  m_cells->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_cells->setTabKeyNavigation(false);
  m_cells->setShowGrid(false);
  m_cells->verticalHeader()->hide();
  m_cells->horizontalHeader()->setStretchLastSection(true);
  m_cells->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_notices = new QPlainTextEdit;
  m_notices->setReadOnly(true);
  m_notices->setAccessibleName(QStringLiteral("Notices"));
  m_notices->setPlaceholderText(QStringLiteral("notices"));
  m_notices->setTabChangesFocus(true);
  m_notices->setMaximumHeight(140);
  layout->addWidget(m_bar);
  layout->addWidget(m_now);
  layout->addWidget(m_cells, 1);
  layout->addWidget(m_notices);
}

void RunView::connect_runner() {
  connect(&m_runner, &Runner::planned, this, &RunView::show_plan);
  connect(&m_runner, &Runner::failed, this, &RunView::show_problem);
  connect(&m_runner, &Runner::started, this, &RunView::show_buttons);
  connect(&m_runner, &Runner::ended, this, [this] {
    show_buttons();
    show_progress();
    Q_EMIT measured(m_store);
  });
  connect(&m_runner.progress(), &RunProgress::changed, this, &RunView::show_progress);
}

void RunView::set_store(const std::filesystem::path& path) {
  m_store = path;
  show_buttons();
}

void RunView::set_file(const QString& file) {
  m_file->setText(file);
  m_runner.plan(file);
}

void RunView::browse() {
  const QString file = QFileDialog::getOpenFileName(this, QStringLiteral("Campaign file"), m_file->text(),
                                                    QStringLiteral("Campaign files (*.toml)"));
  if (!file.isEmpty()) set_file(file);
}

void RunView::show_plan() {
  const RunPlan& plan = m_runner.current_plan();
  m_summary->setText(
      QStringLiteral("%1: %2\n%3 arms × %4 cells in %5 blocks: %6 measurements, %7 boots, about %8. Results "
                     "go to %9")
          .arg(plan.name, plan.question)
          .arg(plan.arms.size())
          .arg(plan.cells.size())
          .arg(plan.blocks)
          .arg(plan.measurements)
          .arg(plan.boots)
          .arg(waiting(plan.estimate_s), shown_path(m_store)));
  m_told = 0;
  m_cells->resizeColumnsToContents();
  show_progress();
  show_buttons();
}

void RunView::show_progress() {
  const RunProgress& progress = m_runner.progress();
  m_bar->setVisible(progress.total() > 0);
  m_bar->setRange(0, std::max(1, progress.total()));
  m_bar->setValue(progress.measured());
  QString now = progress.now();
  if (m_runner.is_running()) now += QStringLiteral("   still about %1").arg(waiting(progress.remaining_s()));
  if (!progress.failure().isEmpty()) now += QLatin1Char('\n') + progress.failure();
  m_now->setText(now);
  const QString notices = progress.notices().join(QLatin1Char('\n'));
  if (notices != m_notices->toPlainText()) m_notices->setPlainText(notices);
  if (progress.measured() > m_told) {
    m_told = progress.measured();
    Q_EMIT measured(m_store);
  }
}

void RunView::show_problem(const QString& text) {
  m_summary->setText(text.isEmpty() ? QStringLiteral("ringside ended with an error and said nothing.") : text);
  show_buttons();
}

void RunView::show_buttons() {
  const bool running = m_runner.is_running();
  const bool ready = !running && !m_file->text().isEmpty();
  m_plan->setEnabled(ready);
  m_start->setEnabled(ready && !m_store.empty());
  m_resume->setEnabled(ready && !m_store.empty());
  m_cancel->setEnabled(running);
  m_file->setReadOnly(running);
  m_browse->setEnabled(!running);
}

QWidget* RunView::picture() {
  return content();
}

}  // namespace ringside::gui
