// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QThread>
#include <latch>
#include <vector>

#include "support.h"

namespace ringside::gui::test {
namespace {

TEST(JobRunner, works_on_another_thread_and_answers_on_this_one) {
  JobRunner jobs;
  const QThread* worker = nullptr;
  const QThread* answer = nullptr;
  jobs.start(
      QStringLiteral("a"), [](OpenStores&) { return QThread::currentThread(); },
      [&](const QThread* where) {
        worker = where;
        answer = QThread::currentThread();
      });
  EXPECT_FALSE(jobs.is_idle());
  ASSERT_TRUE(wait_until_idle(jobs));
  EXPECT_NE(worker, nullptr);
  EXPECT_NE(worker, answer);
  EXPECT_EQ(answer, QThread::currentThread());
}

TEST(JobRunner, drops_the_result_of_a_job_that_was_overtaken) {
  JobRunner jobs;
  std::latch begun(1);
  std::latch go_on(1);
  std::vector<int> results;
  const auto keep = [&](int result) { results.push_back(result); };
  jobs.start(
      QStringLiteral("a"),
      [&](OpenStores&) {
        begun.count_down();
        go_on.wait();
        return 1;
      },
      keep);
  begun.wait();
  bool second_ran = false;
  jobs.start(
      QStringLiteral("a"),
      [&](OpenStores&) {
        second_ran = true;
        return 2;
      },
      keep);
  jobs.start(QStringLiteral("a"), [](OpenStores&) { return 3; }, keep);
  jobs.start(QStringLiteral("b"), [](OpenStores&) { return 4; }, keep);
  go_on.count_down();
  ASSERT_TRUE(wait_until_idle(jobs));
  EXPECT_EQ(results, (std::vector{3, 4})) << "the latest of its channel, and the other channel";
  EXPECT_FALSE(second_ran) << "one that was overtaken before it began costs nothing";
}

TEST(JobRunner, can_end_while_jobs_wait) {
  bool answered = false;
  {
    JobRunner jobs;
    for (int job = 0; job < 100; ++job) {
      jobs.start(QString::number(job), [](OpenStores&) { return 0; }, [&](int) { answered = true; });
    }
  }
  EXPECT_FALSE(answered) << "nobody is there to hear it";
}

TEST(OpenStores, tell_of_a_file_that_was_removed_and_take_up_one_that_was_replaced) {
  const MadeUpStore made_up;
  const MadeUpStore other({.campaigns = 1, .cells = 1, .arms = 2, .blocks = 1});
  OpenStores stores;
  ASSERT_TRUE(stores.at(made_up.path));
  std::filesystem::remove(made_up.path);
  const auto gone = stores.at(made_up.path);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::not_found);
  std::filesystem::copy_file(other.path, made_up.path);
  const auto replaced = stores.at(made_up.path);
  ASSERT_TRUE(replaced);
  EXPECT_EQ((*replaced)->campaigns()->size(), 1U);
}

}  // namespace
}  // namespace ringside::gui::test
