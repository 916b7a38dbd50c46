// SPDX-License-Identifier: GPL-3.0-or-later
// Measures: a campaign file's plan, then its progress.
#pragma once

#include <filesystem>

#include "gui/models/runner.h"
#include "gui/views/view.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace ringside::gui {

class RunView : public View {
  Q_OBJECT

 public:
  // `program`: path of ringside.
  explicit RunView(const QString& program, QWidget* parent = nullptr);

  void show_figures(const Figures& /*figures*/) override {}
  [[nodiscard]] QWidget* picture() override;

  // Where results go.
  void set_store(const std::filesystem::path& path);
  void set_file(const QString& file);
  [[nodiscard]] Runner& runner() { return m_runner; }

 Q_SIGNALS:
  // The store has new measurements.
  void measured(const std::filesystem::path& store);

 private:
  void make_form();
  void make_progress();
  void connect_runner();
  void browse();
  void show_plan();
  void show_progress();
  void show_problem(const QString& text);
  void show_buttons();

  Runner m_runner;
  std::filesystem::path m_store;
  int m_told = 0;  // measurements when `measured` was last emitted
  QLineEdit* m_file;
  QPushButton* m_browse;
  QPushButton* m_plan;
  QPushButton* m_start;
  QPushButton* m_resume;
  QPushButton* m_cancel;
  QLabel* m_summary;
  QLabel* m_now;
  QProgressBar* m_bar;
  QTableView* m_cells;
  QPlainTextEdit* m_notices;
};

}  // namespace ringside::gui
