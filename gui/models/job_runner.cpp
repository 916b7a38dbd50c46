// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/job_runner.h"

namespace ringside::gui {

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
  m_reader.moveToThread(&m_thread);
  m_thread.setObjectName(QStringLiteral("reader"));
  m_thread.start();
}

JobRunner::~JobRunner() {
  m_closing = true;
  m_thread.quit();
  m_thread.wait();
}

quint64 JobRunner::begin(const QString& channel) {
  ++m_pending;
  Q_EMIT busy();
  return supersede(channel);
}

quint64 JobRunner::supersede(const QString& channel) {
  const std::scoped_lock lock(m_mutex);
  m_current[channel] = ++m_last_job;
  return m_last_job;
}

bool JobRunner::is_current(const QString& channel, quint64 job) const {
  if (m_closing) return false;
  const std::scoped_lock lock(m_mutex);
  const auto found = m_current.find(channel);
  return found != m_current.end() && found->second == job;
}

void JobRunner::post(std::function<void()> work) {
  QMetaObject::invokeMethod(&m_reader, std::move(work), Qt::QueuedConnection);
}

void JobRunner::deliver(std::function<void()> done) {
  QMetaObject::invokeMethod(this, std::move(done), Qt::QueuedConnection);
}

}  // namespace ringside::gui
