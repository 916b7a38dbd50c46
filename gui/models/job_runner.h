// SPDX-License-Identifier: GPL-3.0-or-later
// Reads stores on a thread of its own, and drops what is no longer wanted.
#pragma once

#include <QObject>
#include <QString>
#include <QThread>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include "gui/models/open_stores.h"

namespace ringside::gui {

// Every job belongs to a channel ("cell", "history"). Beginning a job makes all earlier ones of its channel stale: they
// do not start any more, and the result of one that has started is dropped. Lives on the thread of the window.
class JobRunner : public QObject {
  Q_OBJECT

 public:
  explicit JobRunner(QObject* parent = nullptr);
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;
  ~JobRunner() override;  // waits for the job that runs

  // `work` (OpenStores& -> Value) runs on the reading thread, `done` (Value) on this object's.
  template <typename Work, typename Done>
  void start(const QString& channel, Work work, Done done) {
    using Value = std::invoke_result_t<Work&, OpenStores&>;
    const quint64 job = begin(channel);
    post([this, channel, job, work = std::move(work), done = std::move(done)]() mutable {
      std::shared_ptr<Value> value;
      if (is_current(channel, job)) value = std::make_shared<Value>(work(m_stores));
      deliver([this, channel, job, value, done = std::move(done)]() mutable {
        end();
        if (value && is_current(channel, job)) done(std::move(*value));
        if (is_idle()) Q_EMIT idle();
      });
    });
  }

  // Makes all jobs of the channel stale.
  void cancel(const QString& channel) { supersede(channel); }
  [[nodiscard]] bool is_idle() const { return m_pending == 0; }

 Q_SIGNALS:
  void busy();
  void idle();

 private:
  quint64 begin(const QString& channel);
  quint64 supersede(const QString& channel);
  void end() { --m_pending; }
  [[nodiscard]] bool is_current(const QString& channel, quint64 job) const;
  void post(std::function<void()> work);
  void deliver(std::function<void()> done);

  mutable std::mutex m_mutex;  // protects m_current
  std::map<QString, quint64> m_current;
  quint64 m_last_job = 0;
  int m_pending = 0;
  std::atomic<bool> m_closing = false;
  OpenStores m_stores;  // the reading thread's
  QThread m_thread;
  QObject m_reader;  // lives on m_thread: what is posted to it runs there
};

}  // namespace ringside::gui
