// SPDX-License-Identifier: GPL-3.0-or-later
// The window: views as tabs, what they share, and what the menus do.
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <filesystem>
#include <map>
#include <string>

#include "gui/app/export.h"
#include "gui/models/campaign_figures.h"
#include "gui/models/job_runner.h"
#include "gui/views/view.h"

class QLabel;
class QTabWidget;

namespace ringside::gui {

class CampaignsView;
class MatrixView;
class CellView;
class ScalingView;
class HistoryView;
class EnvironmentView;
class PathLengthView;
class RunView;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);

  void open_store(const std::filesystem::path& path);
  // Shows the campaign in all views and goes to the matrix, unless `stay`.
  void open_campaign(const CampaignAddress& address, bool stay = false);
  // "campaigns", "matrix", "cell", "scaling", "history", "environment", "path-length", "run". False for others.
  bool go_to(const QString& view);
  [[nodiscard]] static QStringList view_names();

  [[nodiscard]] View& current_view();
  [[nodiscard]] JobRunner& jobs() { return m_jobs; }
  [[nodiscard]] CampaignsView& campaigns() { return *m_campaigns; }
  [[nodiscard]] MatrixView& matrix() { return *m_matrix; }
  [[nodiscard]] CellView& cell() { return *m_cell; }
  [[nodiscard]] RunView& run() { return *m_run; }
  [[nodiscard]] const Figures& figures() const { return m_figures; }
  // Reads again what is shown.
  void reload();

  // Asks for a file name, unless one is given.
  void export_picture(PictureFormat format, QString file = {});

 Q_SIGNALS:
  // A campaign is shown, or failed to load.
  void campaign_shown();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void make_views();
  void connect_views();
  void make_menus();
  void make_export_menu();
  void make_view_menu();
  void browse();
  void load_figures_of(const CampaignAddress& address, const std::string& baseline);
  void show_figures(Result<Figures> figures);
  void show_state();
  void copy_table(void (*copy)(const report::Table&));
  void toggle_theme();
  void watch();
  void restore();

  JobRunner m_jobs;
  Figures m_figures;
  CampaignAddress m_wanted;
  std::string m_baseline;  // chosen in the matrix; empty: the campaign's own
  QTabWidget* m_tabs;
  QLabel* m_campaign_line;
  QLabel* m_busy;
  CampaignsView* m_campaigns;
  MatrixView* m_matrix;
  CellView* m_cell;
  ScalingView* m_scaling;
  HistoryView* m_history;
  EnvironmentView* m_environment;
  PathLengthView* m_path_length;
  RunView* m_run;
  QTimer m_watch;
  std::map<std::filesystem::path, std::filesystem::file_time_type> m_seen;  // last change of each store
};

}  // namespace ringside::gui
