// SPDX-License-Identifier: GPL-3.0-or-later
// The Run view with the real program and a real guest, by its buttons.
#include "gui/views/run_view.h"

#include <gtest/gtest.h>

#include <QEventLoop>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <filesystem>
#include <fstream>
#include <functional>

#include "fixture/guest_test.h"
#include "store/store.h"

namespace ringside::gui::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::string_view k_campaign = R"(
vcpus = 1
memory = "512MiB"
[machine]
accel = "tcg"
[[arm]]
name = "a"
driver = "in-tree"
[[arm]]
name = "b"
driver = "in-tree"
fio = { iodepth = 2 }
[fio]
ioengine = "io_uring"
number_ios = 1000
[matrix]
rw = ["randread"]
bs = ["4k"]
[design]
blocks = 2
)";

// Every campaign of the test needs well under a minute on an idle machine; a busy one makes it longer.
constexpr std::chrono::milliseconds k_deadline = 180s;

bool wait_until(const std::function<bool()>& done) {
  QEventLoop loop;
  QTimer deadline;
  QTimer look;
  QObject::connect(&deadline, &QTimer::timeout, &loop, &QEventLoop::quit);
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (done()) loop.quit();
  });
  deadline.start(k_deadline);
  look.start(5ms);
  if (!done()) loop.exec();
  return done();
}

class RealRun : public testing::Test {
 protected:
  RealRun()
      : m_folder(m_temporary.path().toStdString()),
        m_store(m_folder / "results.db"),
        m_view(QStringLiteral(RINGSIDE_PROGRAM)) {
    std::ofstream(m_folder / "campaign.toml") << "[campaign]\nname = \"from-the-dashboard\"\n[guest]\nkernel = \""
                                              << ringside::test::kernel_name() << '"' << k_campaign;
    m_view.resize(1200, 800);
    m_view.show();
    m_view.set_store(m_store);
  }

  // By its text without the mnemonic.
  QPushButton& button(const QString& text) {
    for (QPushButton* button : m_view.findChildren<QPushButton*>()) {
      if (QString(button->text()).remove(QLatin1Char('&')) == text) return *button;
    }
    ADD_FAILURE() << "no button " << text.toStdString();
    std::abort();
  }

  QString texts() {
    QString all;
    for (const QLabel* label : m_view.findChildren<QLabel*>()) all += label->text() + QLatin1Char('\n');
    return all;
  }

  store::CampaignSummary stored() const {
    const auto store = store::Store::open_read_only(m_store);
    const auto campaigns = store->campaigns();
    EXPECT_EQ(campaigns->size(), 1U) << "resuming makes no second campaign";
    return campaigns->front();
  }

  QTemporaryDir m_temporary;
  fs::path m_folder;
  fs::path m_store;
  RunView m_view;
};

TEST_F(RealRun, a_campaign_is_started_watched_cancelled_and_resumed) {
  m_view.set_file(QString::fromStdString((m_folder / "campaign.toml").string()));
  Runner& runner = m_view.runner();
  ASSERT_TRUE(wait_until([&] { return runner.current_plan().measurements > 0; })) << texts().toStdString();
  EXPECT_EQ(runner.current_plan().measurements, 4);
  EXPECT_TRUE(button(QStringLiteral("Start")).isEnabled());
  EXPECT_FALSE(button(QStringLiteral("Cancel")).isEnabled());

  int told = 0;
  QObject::connect(&m_view, &RunView::measured, &m_view, [&] { ++told; });
  button(QStringLiteral("Start")).click();
  ASSERT_TRUE(wait_until([&] { return runner.progress().measured() > 0 || !runner.is_running(); }));
  ASSERT_TRUE(runner.is_running()) << texts().toStdString();
  EXPECT_GT(told, 0) << "the other views read again";
  EXPECT_GT(runner.progress().remaining_s(), 0);
  EXPECT_EQ(m_view.findChild<QProgressBar*>()->value(), runner.progress().measured());
  EXPECT_FALSE(button(QStringLiteral("Start")).isEnabled());

  button(QStringLiteral("Cancel")).click();
  ASSERT_TRUE(wait_until([&] { return !runner.is_running(); }));
  EXPECT_EQ(runner.progress().status(), QStringLiteral("interrupted"));
  EXPECT_EQ(stored().status, store::CampaignStatus::interrupted);

  button(QStringLiteral("Resume")).click();
  ASSERT_TRUE(wait_until([&] { return !runner.is_running(); }));
  EXPECT_EQ(runner.progress().status(), QStringLiteral("finished")) << texts().toStdString();
  const store::CampaignSummary campaign = stored();
  EXPECT_EQ(campaign.status, store::CampaignStatus::finished);
  EXPECT_EQ(campaign.complete_blocks, 2);
  EXPECT_EQ(campaign.invalid, 0);
}

}  // namespace
}  // namespace ringside::gui::test
