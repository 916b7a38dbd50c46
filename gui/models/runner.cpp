// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/runner.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>
#include <csignal>
#include <utility>

#include "gui/models/text.h"

namespace ringside::gui {
namespace {

constexpr int k_stop_deadline_ms = 60'000;

}  // namespace

Runner::Runner(QString program, QObject* parent) : QObject(parent), m_program(std::move(program)) {
  connect(&m_dry_run, &QProcess::finished, this, [this](int exit_code) {
    if (exit_code != 0) {
      Q_EMIT failed(shown(m_dry_run.readAllStandardError().toStdString()).trimmed());
      return;
    }
    auto plan = parse_plan(m_dry_run.readAllStandardOutput());
    if (!plan) {
      Q_EMIT failed(shown(plan.error()));
      return;
    }
    m_plan = *std::move(plan);
    m_progress.begin(m_plan);
    Q_EMIT planned();
  });
  const auto not_started = [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    Q_EMIT failed(
        QStringLiteral("%1 cannot be started\nInstall it beside ringside-gui, or put it into $PATH.").arg(m_program));
  };
  connect(&m_dry_run, &QProcess::errorOccurred, this, not_started);
  connect(&m_run, &QProcess::errorOccurred, this, not_started);
  connect(&m_run, &QProcess::readyReadStandardOutput, this, &Runner::read_lines);
  connect(&m_run, &QProcess::finished, this, &Runner::end);
}

Runner::~Runner() {
  m_run.disconnect(this);
  m_dry_run.disconnect(this);
  if (!is_running()) return;
  cancel();
  if (!m_run.waitForFinished(k_stop_deadline_ms)) m_run.kill();
}

void Runner::plan(const QString& file) {
  if (m_dry_run.state() != QProcess::NotRunning) return;
  m_dry_run.start(m_program, {QStringLiteral("run"), QStringLiteral("--dry-run"), QStringLiteral("--format"),
                              QStringLiteral("json"), file});
}

void Runner::start(const QString& file, const QString& store) {
  launch({QStringLiteral("--db"), store, QStringLiteral("run"), QStringLiteral("--progress=jsonl"), file});
}

void Runner::resume(const QString& file, const QString& store) {
  launch({QStringLiteral("--db"), store, QStringLiteral("run"), QStringLiteral("--progress=jsonl"), file,
          QStringLiteral("--resume")});
}

void Runner::launch(const QStringList& arguments) {
  if (is_running()) return;
  m_progress.begin(m_plan);
  m_run.start(m_program, arguments);
  Q_EMIT started();
}

void Runner::cancel() {
  if (is_running()) ::kill(static_cast<pid_t>(m_run.processId()), SIGINT);
}

void Runner::read_lines() {
  while (m_run.canReadLine()) m_progress.take_line(m_run.readLine());
}

void Runner::end(int exit_code) {
  read_lines();
  const QString error = shown(m_run.readAllStandardError().toStdString()).trimmed();
  if (exit_code != 0 && m_progress.status().isEmpty()) Q_EMIT failed(error);
  Q_EMIT ended();
}

QString ringside_program() {
  const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/ringside");
  if (QFileInfo(beside).isExecutable()) return beside;
  const QString found = QStandardPaths::findExecutable(QStringLiteral("ringside"));
  return found.isEmpty() ? QStringLiteral("ringside") : found;
}

}  // namespace ringside::gui
