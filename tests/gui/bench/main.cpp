// SPDX-License-Identifier: GPL-3.0-or-later
// ringside-gui-bench DB: how long the dashboard takes on a store, and how much memory. Prints a line per figure and
// ends with 1 where one misses its goal: window usable in 1 s, any view in 200 ms, 500 MB at the most.
#include <fmt/format.h>
#include <sys/resource.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <functional>

#include "gui/app/main_window.h"
#include "gui/models/campaign_tree.h"
#include "gui/views/campaigns_view.h"
#include "gui/views/cell_view.h"
#include "gui/views/matrix_view.h"
#include "gui/views/theme.h"

namespace {

using namespace ringside;

constexpr double k_usable_ms = 1'000;
constexpr double k_view_ms = 200;
constexpr double k_memory_mb = 500;

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

class Bench {
 public:
  explicit Bench(gui::MainWindow& window) : m_window(window) {}

  // From the call to everything read and painted.
  double measure(const std::string& what, double goal_ms, const std::function<void()>& action) {
    QElapsedTimer timer;
    const double cpu = cpu_ms();
    timer.start();
    action();
    settle();
    const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    print(what, took, goal_ms, fmt::format("{:.0f} ms of CPU", cpu_ms() - cpu));
    return took;
  }

  void print(const std::string& what, double value, double goal, const std::string& remark) {
    const bool good = value <= goal;
    m_good = m_good && good;
    fmt::print("{:<44} {:>8.1f} of {:>6.0f}  {}  {}\n", what, value, goal, good ? "ok  " : "MISS", remark);
  }

  [[nodiscard]] bool good() const { return m_good; }

 private:
  void settle() {
    QCoreApplication::processEvents();
    while (!m_window.jobs().is_idle()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
    m_window.grab();
  }

  gui::MainWindow& m_window;
  bool m_good = true;
};

void switch_views(Bench& bench, gui::MainWindow& window, const std::string& round) {
  for (const QString& view : gui::MainWindow::view_names()) {
    bench.measure(view.toStdString() + round, k_view_ms, [&] { window.go_to(view); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QElapsedTimer since_start;
  since_start.start();
  const QApplication application(argc, argv);
  if (argc != 2) {
    fmt::print(stderr, "usage: ringside-gui-bench DB\n");
    return 2;
  }
  gui::apply(gui::Theme::light);
  gui::MainWindow window;
  window.resize(1600, 1000);
  Bench bench(window);
  fmt::print("{:<44} {:>8}    {:>6}\n", "what (ms)", "took", "goal");
  bench.measure("window and list of campaigns", k_usable_ms, [&] {
    window.show();
    window.open_store(argv[1]);
  });
  const auto campaign = window.campaigns().current();
  if (!campaign) {
    fmt::print(stderr, "no campaigns: {}\n", window.campaigns().message().toStdString());
    return 3;
  }
  bench.print("since the program began", static_cast<double>(since_start.elapsed()), k_usable_ms, "");
  bench.measure("a campaign into all views", k_view_ms, [&] { window.open_campaign(*campaign); });
  switch_views(bench, window, ", first time");
  switch_views(bench, window, ", again");
  bench.measure("another cell", k_view_ms, [&] {
    window.go_to(QStringLiteral("cell"));
    const auto& cells = window.figures()->arms.front().cells;
    window.cell().show_cell(cells.back().key, std::nullopt);
  });
  bench.measure("its history", k_view_ms, [&] { window.go_to(QStringLiteral("history")); });
  bench.print("peak memory (MB)", peak_memory_mb(), k_memory_mb, "");
  return bench.good() ? 0 : 1;
}
