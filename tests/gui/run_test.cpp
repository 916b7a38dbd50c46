// SPDX-License-Identifier: GPL-3.0-or-later
// The Run view: the plan of the real program, and progress from one that plays a campaign.
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "gui/models/runner.h"
#include "support.h"

namespace ringside::gui::test {
namespace {

// Prints a plan for --dry-run, else a campaign of two cells that waits for Ctrl-C after the first.
constexpr const char* k_player = R"(#!/bin/sh
case "$*" in *--dry-run*)
  echo '{"schema":"ringside.plan/1","name":"played <b>","question":"q","measurements":2,"boots":1,"estimate_s":7,
    "arms":[{"arm":"a"}],"cells":[{"key":"bs=4k"},{"key":"bs=8k"}],"blocks":[{"block":1}]}'
  exit 0;;
esac
event() { echo "{\"schema\":\"ringside.progress/1\",\"event\":$1}"; }
trap 'kill $! 2>/dev/null; event "\"campaign_ended\",\"campaign\":\"u\",\"status\":\"interrupted\""; exit 0' INT
event '"campaign_started","campaign":"u","name":"played","blocks":1,"measurements":2,"remaining_s":7'
event '"cell_started","block":1,"arm":"a","cell":"bs=4k","run":1,"expected_s":3'
event '"cell_done","block":1,"arm":"a","cell":"bs=4k","status":"invalid","reason":"drifting","iops":1234.5,"done":1,"total":2,"remaining_s":3'
event '"notice","text":"told"'
while :; do sleep 60 & wait $!; done
)";

class Played : public testing::Test {
 protected:
  Played() {
    const std::filesystem::path program = std::filesystem::path(m_folder.path().toStdString()) / "ringside";
    write_bytes(program, k_player);
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    m_program = QString::fromStdString(program.string());
  }

  QTemporaryDir m_folder;
  QString m_program;
};

TEST(Plan, of_the_real_program_is_understood) {
  Runner runner(QStringLiteral(RINGSIDE_BINARY_DIR "/bin/ringside"));
  QString problem;
  QObject::connect(&runner, &Runner::failed, &runner, [&](const QString& text) { problem = text; });
  runner.plan(QStringLiteral(RINGSIDE_SOURCE_DIR "/campaigns/quick.toml"));
  ASSERT_TRUE(wait_until([&] { return !problem.isEmpty() || runner.current_plan().measurements > 0; }));
  EXPECT_EQ(problem, QString());
  EXPECT_EQ(runner.current_plan().name, QStringLiteral("quick"));
  EXPECT_EQ(runner.progress().rowCount(),
            static_cast<int>(runner.current_plan().cells.size()) * static_cast<int>(runner.current_plan().arms.size()));
  EXPECT_GT(runner.current_plan().estimate_s, 0);
}

TEST(Plan, of_a_file_with_an_error_gives_the_message_of_the_program) {
  const QTemporaryDir folder;
  write_bytes(folder.filePath(QStringLiteral("bad.toml")).toStdString(), "[campaign]\nnome = 'x'\n");
  Runner runner(QStringLiteral(RINGSIDE_BINARY_DIR "/bin/ringside"));
  QString problem;
  QObject::connect(&runner, &Runner::failed, &runner, [&](const QString& text) { problem = text; });
  runner.plan(folder.filePath(QStringLiteral("bad.toml")));
  ASSERT_TRUE(wait_until([&] { return !problem.isEmpty(); }));
  EXPECT_TRUE(problem.contains(QStringLiteral("the campaign file has no 'arm'"))) << problem.toStdString();
}

TEST_F(Played, a_campaign_is_watched_and_cancelled) {
  Runner runner(m_program);
  const QAbstractItemModelTester tester(&runner.progress(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  runner.plan(QStringLiteral("x.toml"));
  ASSERT_TRUE(wait_until([&] { return runner.progress().rowCount() == 2; }));
  runner.start(QStringLiteral("x.toml"), QStringLiteral("x.db"));
  ASSERT_TRUE(wait_until([&] { return !runner.progress().notices().isEmpty(); }));
  const RunProgress& progress = runner.progress();
  EXPECT_EQ(progress.measured(), 1);
  EXPECT_EQ(progress.total(), 2);
  EXPECT_EQ(progress.index(0, RunProgress::invalid).data().toInt(), 1);
  EXPECT_EQ(progress.index(0, RunProgress::last_iops).data().toString(), QStringLiteral("1.23k"));
  EXPECT_EQ(progress.index(0, RunProgress::state).data().toString(), QStringLiteral("drifting"));
  runner.cancel();
  ASSERT_TRUE(wait_until([&] { return !runner.is_running(); }));
  EXPECT_EQ(progress.status(), QStringLiteral("interrupted"));
}

TEST(Runner, tells_of_a_program_that_is_not_there) {
  Runner runner(QStringLiteral("/nowhere/ringside"));
  QString problem;
  QObject::connect(&runner, &Runner::failed, &runner, [&](const QString& text) { problem = text; });
  runner.plan(QStringLiteral("x.toml"));
  ASSERT_TRUE(wait_until([&] { return !problem.isEmpty(); }));
  EXPECT_TRUE(problem.contains(QStringLiteral("cannot be started")));
}

TEST(RunProgress, ignores_what_is_no_event) {
  RunProgress progress;
  EXPECT_FALSE(progress.take_line("nonsense\n"));
  EXPECT_FALSE(progress.take_line("[1,2,3]\n"));
  EXPECT_TRUE(progress.take_line(R"({"event":"something_newer"})"));
}

}  // namespace
}  // namespace ringside::gui::test
