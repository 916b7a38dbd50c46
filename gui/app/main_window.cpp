// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/models/runner.h"
#include "gui/models/text.h"
#include "gui/views/campaigns_view.h"
#include "gui/views/cell_view.h"
#include "gui/views/environment_view.h"
#include "gui/views/history_view.h"
#include "gui/views/matrix_view.h"
#include "gui/views/path_length_view.h"
#include "gui/views/run_view.h"
#include "gui/views/scaling_view.h"
#include "gui/views/theme.h"
#include "report/campaign_list.h"

namespace ringside::gui {
namespace {

constexpr int k_watch_ms = 2'000;

// When the store or its log was last written; nothing where there is no such file.
std::filesystem::file_time_type last_change(const std::filesystem::path& store) {
  std::filesystem::file_time_type latest{};
  for (const char* suffix : {"", "-wal"}) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(store.string() + suffix, error);
    if (!error) latest = std::max(latest, time);
  }
  return latest;
}

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_tabs(new QTabWidget), m_campaign_line(plain_label()), m_busy(plain_label()) {
  setWindowTitle(QStringLiteral("Ringside"));
  setAcceptDrops(true);
  make_views();
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->addWidget(m_campaign_line);
  layout->addWidget(m_tabs, 1);
  setCentralWidget(page);
  statusBar()->addPermanentWidget(m_busy);
  connect_views();
  make_menus();
  restore();
  show_state();
  connect(&m_watch, &QTimer::timeout, this, &MainWindow::watch);
  m_watch.start(k_watch_ms);
}

void MainWindow::make_views() {
  m_campaigns = new CampaignsView;
  m_matrix = new MatrixView;
  m_cell = new CellView(m_jobs);
  m_scaling = new ScalingView;
  m_history = new HistoryView(m_jobs);
  m_environment = new EnvironmentView(m_jobs, m_campaigns->tree());
  m_path_length = new PathLengthView(m_jobs);
  m_run = new RunView(ringside_program());
  for (View* view : std::initializer_list<View*>{m_campaigns, m_matrix, m_cell, m_scaling, m_history, m_environment,
                                                 m_path_length, m_run}) {
    m_tabs->addTab(view, view->objectName());
  }
  m_tabs->setDocumentMode(true);
  m_tabs->setAccessibleName(QStringLiteral("Views"));
}

void MainWindow::connect_views() {
  connect(m_campaigns, &CampaignsView::chosen, this,
          [this](const CampaignAddress& address) { open_campaign(address); });
  connect(m_matrix, &MatrixView::chosen, this, [this](const std::string& cell, const analysis::Metric& metric) {
    m_cell->show_cell(cell, metric);
    m_tabs->setCurrentWidget(m_cell);
  });
  connect(m_matrix, &MatrixView::baseline_chosen, this, [this](const std::string& arm) {
    m_baseline = arm;
    load_figures_of(m_wanted, arm);
  });
  connect(m_cell, &CellView::cell_shown, this, [this](const std::string& cell) {
    m_matrix->show_cell(cell);
    m_history->show_cell(cell);
  });
  connect(m_run, &RunView::measured, this, [this](const std::filesystem::path& store) { open_store(store); });
  connect(m_tabs, &QTabWidget::currentChanged, this, [this] { current_view().setFocus(); });
  connect(&m_jobs, &JobRunner::busy, this, [this] { m_busy->setText(QStringLiteral("reading …")); });
  connect(&m_jobs, &JobRunner::idle, this, [this] { m_busy->setText(QString()); });
}

QStringList MainWindow::view_names() {
  return {QStringLiteral("campaigns"),   QStringLiteral("matrix"),  QStringLiteral("cell"),
          QStringLiteral("scaling"),     QStringLiteral("history"), QStringLiteral("environment"),
          QStringLiteral("path-length"), QStringLiteral("run")};
}

bool MainWindow::go_to(const QString& view) {
  const auto at = view_names().indexOf(view);
  if (at < 0) return false;
  m_tabs->setCurrentIndex(static_cast<int>(at));
  return true;
}

View& MainWindow::current_view() {
  return *static_cast<View*>(m_tabs->currentWidget());
}

void MainWindow::open_store(const std::filesystem::path& path) {
  m_seen[path] = last_change(path);
  m_run->set_store(path);
  m_jobs.start(
      QStringLiteral("campaigns ") + file_name(path),
      [path](OpenStores& stores) -> Result<CampaignList> {
        const auto store = stores.at(path);
        if (!store) return std::unexpected(store.error());
        return (*store)->campaigns();
      },
      [this, path](Result<CampaignList> campaigns) {
        m_campaigns->set_store(path, std::move(campaigns));
        show_state();
      });
}

void MainWindow::open_campaign(const CampaignAddress& address, bool stay) {
  m_wanted = address;
  m_baseline.clear();
  if (!stay) m_tabs->setCurrentWidget(m_matrix);
  load_figures_of(address, {});
}

void MainWindow::load_figures_of(const CampaignAddress& address, const std::string& baseline) {
  m_jobs.start(
      QStringLiteral("figures"),
      [address, baseline](OpenStores& stores) { return load_figures(stores, address, baseline); },
      [this](Result<Figures> figures) { show_figures(std::move(figures)); });
}

void MainWindow::show_figures(Result<Figures> figures) {
  m_figures = figures ? *figures : nullptr;
  for (int at = 0; at < m_tabs->count(); ++at) {
    View& view = *static_cast<View*>(m_tabs->widget(at));
    view.show_figures(m_figures);
    const bool of_a_campaign = &view != m_campaigns && &view != m_run;
    if (!figures && of_a_campaign) {
      view.show_message(QStringLiteral("This campaign cannot be read"), shown(figures.error()));
    }
  }
  show_state();
  Q_EMIT campaign_shown();
}

void MainWindow::show_state() {
  if (!m_figures) {
    m_campaign_line->setText(QStringLiteral("No campaign is chosen."));
    setWindowTitle(QStringLiteral("Ringside"));
    return;
  }
  const store::CampaignRecord& campaign = m_figures->campaign;
  QString line =
      QStringLiteral("%1 %2   %3   %4   host %5   %6 UTC")
          .arg(shown(campaign.name), shown(report::short_id(campaign.uuid)), shown(store::to_text(campaign.status)),
               shown(campaign.accelerator), shown(m_figures->host_name), shown(report::minute_text(campaign.started)));
  if (campaign.accelerator.starts_with("tcg")) {
    line += QStringLiteral("   measured under emulation: only ratios say something");
  }
  m_campaign_line->setText(line);
  m_campaign_line->setToolTip(plain_tool_tip(shown(campaign.question)));
  setWindowTitle(shown(campaign.name) + QStringLiteral(" – Ringside"));
}

void MainWindow::reload() {
  for (const auto& path : m_campaigns->tree().stores()) open_store(path);
  if (m_figures || m_wanted.campaign.value != 0) load_figures_of(m_wanted, m_baseline);
}

// A store may be written to at this moment: what has changed is read again.
void MainWindow::watch() {
  for (auto& [path, seen] : m_seen) {
    const auto now = last_change(path);
    if (now == seen || !m_jobs.is_idle()) continue;
    seen = now;
    open_store(path);
    if (m_figures && m_figures->address.store == path) load_figures_of(m_wanted, m_baseline);
  }
}

void MainWindow::browse() {
  const QStringList files = QFileDialog::getOpenFileNames(this, QStringLiteral("Open stores"), {},
                                                          QStringLiteral("Ringside stores (*.db);;All files (*)"));
  for (const QString& file : files) open_store(path_of(file));
}

void MainWindow::export_picture(PictureFormat format, QString file) {
  QWidget* picture = current_view().picture();
  if (picture == nullptr) {
    statusBar()->showMessage(QStringLiteral("There is no picture here to save."), 5'000);
    return;
  }
  const bool png = format == PictureFormat::png;
  if (file.isEmpty()) {
    const QString name =
        current_view().objectName().toLower() + (png ? QStringLiteral(".png") : QStringLiteral(".svg"));
    file = QFileDialog::getSaveFileName(this, QStringLiteral("Save picture"), name,
                                        png ? QStringLiteral("PNG (*.png)") : QStringLiteral("SVG (*.svg)"));
  }
  if (file.isEmpty()) return;
  const bool saved = save_picture(*picture, file, format);
  statusBar()->showMessage((saved ? QStringLiteral("Saved %1") : QStringLiteral("%1 cannot be written")).arg(file),
                           8'000);
}

void MainWindow::copy_table(void (*copy)(const report::Table&)) {
  const auto table = current_view().table();
  if (!table) {
    statusBar()->showMessage(QStringLiteral("There is no table here to copy."), 5'000);
    return;
  }
  copy(*table);
  statusBar()->showMessage(QStringLiteral("%1 rows are on the clipboard.").arg(table->rows.size()), 5'000);
}

void MainWindow::toggle_theme() {
  apply(current_theme() == Theme::light ? Theme::dark : Theme::light);
  for (int at = 0; at < m_tabs->count(); ++at) static_cast<View*>(m_tabs->widget(at))->refresh();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) open_store(path_of(url.toLocalFile()));
  }
  m_tabs->setCurrentWidget(m_campaigns);
  event->acceptProposedAction();
}

void MainWindow::restore() {
  const QSettings settings;
  resize(1280, 860);
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("theme"), to_text(current_theme()));
  QMainWindow::closeEvent(event);
}

}  // namespace ringside::gui
