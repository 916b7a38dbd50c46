// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside run` as a child of the dashboard.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>

#include "gui/models/run_progress.h"

namespace ringside::gui {

class Runner : public QObject {
  Q_OBJECT

 public:
  // `program`: path of ringside.
  explicit Runner(QString program, QObject* parent = nullptr);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  // Asks a campaign that runs to stop, and waits for its current measurement: what was measured stays, `--resume` goes
  // on.
  ~Runner() override;

  // Reads the campaign file's plan; `planned` or `failed` follows.
  void plan(const QString& file);
  // Measures the file into the store; `ended` follows.
  void start(const QString& file, const QString& store);
  // Goes on with the latest unfinished campaign of the file.
  void resume(const QString& file, const QString& store);
  // The first time after the current measurement, the second time at once.
  void cancel();

  [[nodiscard]] bool is_running() const { return m_run.state() != QProcess::NotRunning; }
  [[nodiscard]] RunProgress& progress() { return m_progress; }
  [[nodiscard]] const RunPlan& current_plan() const { return m_plan; }

 Q_SIGNALS:
  void planned();
  void failed(const QString& message);
  void started();
  void ended();

 private:
  void launch(const QStringList& arguments);
  void read_lines();
  void end(int exit_code);

  QString m_program;
  QProcess m_dry_run;
  QProcess m_run;
  RunPlan m_plan;
  RunProgress m_progress;
};

// Where ringside is: beside this program, else in $PATH.
[[nodiscard]] QString ringside_program();

}  // namespace ringside::gui
