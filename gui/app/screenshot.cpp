// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/screenshot.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include "gui/app/main_window.h"
#include "gui/models/text.h"
#include "gui/views/campaigns_view.h"
#include "gui/views/cell_view.h"
#include "gui/views/matrix_view.h"

namespace ringside::gui {
namespace {

constexpr int k_deadline_ms = 60'000;

// Until nothing is being read any more. False after a minute.
bool wait_until_idle(MainWindow& window) {
  QEventLoop loop;
  QTimer deadline;
  deadline.setSingleShot(true);
  QObject::connect(&deadline, &QTimer::timeout, &loop, [&] { loop.exit(1); });
  deadline.start(k_deadline_ms);
  while (!window.jobs().is_idle()) {
    const auto connection = QObject::connect(&window.jobs(), &JobRunner::idle, &loop, [&] { loop.exit(0); });
    const bool late = loop.exec() != 0;
    QObject::disconnect(connection);
    if (late) return false;
  }
  QCoreApplication::processEvents();
  return window.jobs().is_idle() || wait_until_idle(window);
}

Result<CampaignAddress> find(const std::filesystem::path& path, const std::string& address) {
  const auto store = store::Store::open_read_only(path);
  if (!store) return std::unexpected(store.error());
  const auto campaign = store->find_campaign(address);
  if (!campaign) return std::unexpected(campaign.error());
  return CampaignAddress{path, *campaign};
}

Result<void> open(MainWindow& window, const Arguments& arguments) {
  const std::filesystem::path path = arguments.stores.empty() ? default_store() : arguments.stores.front();
  const auto campaign = find(path, arguments.campaign);
  if (!campaign) return std::unexpected(campaign.error());
  window.open_store(path);
  for (std::size_t at = 1; at < arguments.stores.size(); ++at) window.open_store(arguments.stores[at]);
  if (!wait_until_idle(window)) return fail(ErrorCode::timeout, "the store was not read within a minute");
  window.open_campaign(*campaign);
  if (!wait_until_idle(window)) return fail(ErrorCode::timeout, "the campaign was not read within a minute");
  return {};
}

Result<void> choose(MainWindow& window, const Arguments& arguments) {
  std::optional<analysis::Metric> metric;
  if (!arguments.metric.empty()) {
    auto parsed = analysis::parse_metric(arguments.metric);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    metric = *parsed;
    window.matrix().show_metric(*metric);
  }
  if (!arguments.cell.empty() || metric) {
    window.cell().show_cell(arguments.cell.empty() ? window.cell().cell() : arguments.cell, metric);
  }
  if (!arguments.cell.empty() && window.cell().cell() != arguments.cell) {
    return fail(ErrorCode::not_found, "the campaign has no cell '" + arguments.cell + "'",
                "ringside show lists the cells");
  }
  window.go_to(arguments.view.isEmpty() ? QStringLiteral("matrix") : arguments.view);
  return {};
}

// After the cell was read: what it has of the mechanism is known then only.
Result<void> choose_mechanism(MainWindow& window, const QString& wanted) {
  if (wanted.isEmpty() || window.cell().choose_mechanism(wanted)) return {};
  return fail(ErrorCode::not_found, "the cell has no mechanism '" + wanted.toStdString() + "'",
              "there are: " + window.cell().mechanisms().join(QStringLiteral("; ")).toStdString());
}

}  // namespace

Result<void> take_screenshot(const Arguments& arguments) {
  MainWindow window;
  window.resize(arguments.size);
  window.show();
  if (auto opened = open(window, arguments); !opened) return opened;
  if (auto chosen = choose(window, arguments); !chosen) return chosen;
  if (!wait_until_idle(window)) return fail(ErrorCode::timeout, "the view was not read within a minute");
  if (auto chosen = choose_mechanism(window, arguments.mechanism); !chosen) return chosen;
  window.resize(arguments.size);
  QCoreApplication::processEvents();
  if (!window.grab().save(arguments.screenshot, "PNG")) {
    return fail(ErrorCode::infrastructure, arguments.screenshot.toStdString() + " cannot be written",
                "check the folder and the free space");
  }
  return {};
}

}  // namespace ringside::gui
