// SPDX-License-Identifier: GPL-3.0-or-later
// A runner that is killed in mid-insert, and a disk without room.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

#include "sample.h"

namespace ringside::store::test {
namespace {

// Inserts until it is killed, one more run each time, and writes a byte for every insert that returned.
[[noreturn]] void insert_until_killed(const std::filesystem::path& path, const StoredPlan& plan, BlockId block,
                                      BootId boot, int pipe) {
  auto store = Store::open(path);
  if (!store) _exit(1);
  Measurement measurement = sample_measurement();
  measurement.block = block;
  measurement.boot = boot;
  measurement.arm = plan.arms[0];
  measurement.cell = plan.cells[0];
  measurement.fio_json.assign(60'000, 'j');
  for (measurement.run = 1;; ++measurement.run) {
    if (!store->insert_measurement(measurement)) _exit(2);
    const char byte = '.';
    if (write(pipe, &byte, 1) != 1) _exit(3);
  }
}

// Kills the child after it has told of `inserts` measurements; returns how many it told of in all.
std::size_t kill_after(pid_t child, int pipe, std::size_t inserts) {
  std::size_t told = 0;
  char byte = 0;
  while (told < inserts && read(pipe, &byte, 1) == 1) ++told;
  kill(child, SIGKILL);
  while (read(pipe, &byte, 1) == 1) ++told;
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the child ended by itself with " << WEXITSTATUS(status);
  return told;
}

class Crash : public StoreTest {};

TEST_F(Crash, sigkill_in_mid_insert_loses_at_most_the_one_in_flight) {
  const StoredPlan plan = begin();
  for (int round = 1; round <= 8; ++round) {
    const BlockId block = begin_block(plan.campaign, round);
    const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      close(pipe[0]);
      insert_until_killed(m_folder / "results.db", plan, block, boot, pipe[1]);
    }
    close(pipe[1]);
    // Not a multiple of anything, so that the kill hits different moments.
    const std::size_t told = kill_after(child, pipe[0], static_cast<std::size_t>(3 + 7 * round));
    close(pipe[0]);

    const Store reopened = Store::open(m_folder / "results.db").value();
    const auto stored = reopened.measurements({.block = block}, {.latency = true, .raw = true});
    ASSERT_TRUE(stored) << stored.error().text();
    EXPECT_GE(stored->size(), told);
    EXPECT_LE(stored->size(), told + 1);
    for (const Measurement& measurement : *stored) {
      EXPECT_EQ(measurement.fio_json.size(), 60'000U) << "no measurement is stored by halves";
      EXPECT_EQ(measurement.fio->directions.size(), 2U);
    }
    SQLite::Database raw(m_folder / "results.db", SQLite::OPEN_READONLY);
    EXPECT_EQ(raw.execAndGet("PRAGMA integrity_check").getString(), "ok");
  }
}

TEST_F(Crash, a_full_disk_is_told_and_what_was_stored_stays) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  Measurement measurement = measurement_of(plan, block, boot, 0, 0);
  ASSERT_TRUE(m_store.insert_measurement(measurement));

  // A limit on the file size is what a test can have of a full disk: the same write fails.
  ASSERT_NE(std::signal(SIGXFSZ, SIG_IGN), SIG_ERR);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit tight{300'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
  std::optional<Error> error;
  for (int run = 2; run < 2'000 && !error; ++run) {
    measurement.run = run;
    if (const auto stored = m_store.insert_measurement(measurement); !stored) error = stored.error();
  }
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::infrastructure);
  EXPECT_FALSE(error->hint.empty());
  measurement.run = 5'000;
  EXPECT_TRUE(m_store.insert_measurement(measurement)) << "once there is room again, it goes on";
  SQLite::Database raw(m_folder / "results.db", SQLite::OPEN_READONLY);
  EXPECT_EQ(raw.execAndGet("PRAGMA integrity_check").getString(), "ok");
}

}  // namespace
}  // namespace ringside::store::test
