// SPDX-License-Identifier: GPL-3.0-or-later
// What the modes promise, counted: rounds of the queue lock and notifications per I/O.
#include <gmock/gmock.h>

#include <cstdio>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

constexpr int k_ios = 640;
constexpr int k_batch = 16;

// One CPU and one queue, 16 at a time: the next 16 only when all have come back.
const FioOptions k_batches = {{"rw", "randread"},
                              {"number_ios", std::to_string(k_ios)},
                              {"size", "64m"},
                              {"norandommap", "1"},
                              {"cpus_allowed", "0"},
                              {"iodepth", std::to_string(k_batch)},
                              {"iodepth_batch_submit", std::to_string(k_batch)},
                              {"iodepth_batch_complete_min", std::to_string(k_batch)}};

struct Counts {
  int ios = 0;
  int single_rounds = 0;  // of the lock, by queue_rq
  int batch_rounds = 0;   // by queue_rqs
  int batches = 0;
  int kicks = 0;          // runs that ended with the question whether to notify
  int notifications = 0;  // seen where the ring code sends them, not by the driver's own word
  int under_lock = 0;     // of these, with interrupts off: the driver takes its lock so
  int said_sent = 0;      // by the driver's tracepoint
};

class Promises : public DriverTest {
 protected:
  // A probe on the ring code's function: evidence that does not come from the driver.
  void SetUp() override {
    DriverTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    shell("echo 'p:ringside/notify virtqueue_notify' >>/sys/kernel/tracing/kprobe_events");
  }
  void TearDown() override {
    if (!IsSkipped()) shell("echo '-:ringside/notify' >>/sys/kernel/tracing/kprobe_events");
    DriverTest::TearDown();
  }

  Counts counted(const Params& params) {
    const auto disk = take(params, null_disk(1));
    write("/sys/block/" + disk.name + "/queue/nomerges", "2");
    const auto events = traced({"virtio_blk_ref:queue_rq", "virtio_blk_ref:lock", "virtio_blk_ref:batch",
                                "virtio_blk_ref:kick", "ringside:notify"},
                               disk.name, k_batches);
    drop();
    Counts out;
    out.ios = count(events, "queue_rq");
    out.single_rounds = count(events, "lock", "site", "queue_rq");
    out.batch_rounds = count(events, "lock", "site", "queue_rqs");
    out.batches = count(events, "batch");
    out.kicks = count(events, "kick");
    out.said_sent = count(events, "kick", "sent", "1");
    out.notifications = count(events, "notify");
    for (const TraceEvent& event : events) out.under_lock += event.name == "notify" && event.interrupts_off;
    print(params, out);
    return out;
  }

 private:
  static void print(const Params& params, const Counts& counts) {
    std::string text;
    for (const auto& [name, value] : params) text += name + "=" + value + " ";
    std::printf("%-46s %4d I/Os: %.4f lock rounds, %.4f notifications per I/O (%d of %d under the lock), %d batches\n",
                text.c_str(), counts.ios, 1.0 * (counts.single_rounds + counts.batch_rounds) / counts.ios,
                1.0 * counts.notifications / counts.ios, counts.under_lock, counts.notifications, counts.batches);
  }
};

// The task may be interrupted and flush early; then a batch is smaller, or its rest goes one by one.
constexpr int k_fewest = k_ios / k_batch;
constexpr int k_most = k_fewest + k_fewest / 2;

TEST_F(Promises, without_batches_each_io_takes_the_lock_and_a_run_notifies_once) {
  const Counts counts = counted({{"batch_submit", "off"}});
  EXPECT_EQ(counts.ios, k_ios);
  EXPECT_EQ(counts.single_rounds, k_ios);
  EXPECT_EQ(counts.batch_rounds + counts.batches, 0);
  EXPECT_GE(counts.kicks, k_fewest);
  EXPECT_LE(counts.kicks, k_most);
}

TEST_F(Promises, per_request_takes_the_lock_for_each_io_and_notifies_once_per_batch) {
  const Counts counts = counted({{"batch_submit", "per_request"}});
  EXPECT_EQ(counts.ios, k_ios);
  EXPECT_EQ(counts.single_rounds + counts.batch_rounds, k_ios);
  EXPECT_GE(counts.batch_rounds, k_ios * 9 / 10);
  EXPECT_GE(counts.batches, k_fewest * 9 / 10);
  EXPECT_LE(counts.kicks, k_most);
}

TEST_F(Promises, per_batch_takes_the_lock_once_and_notifies_once_per_batch) {
  const Counts counts = counted({{"batch_submit", "per_batch"}});
  EXPECT_EQ(counts.ios, k_ios);
  EXPECT_EQ(counts.batch_rounds, counts.batches) << "one lock round per batch";
  EXPECT_LE(counts.single_rounds + counts.batch_rounds, k_most);
  EXPECT_LE(counts.kicks, k_most);
  EXPECT_LE(counts.notifications, k_most);
}

TEST_F(Promises, notifications_are_sent_under_the_lock_only_with_notify_mode_locked) {
  for (const char* batch : {"off", "per_request", "per_batch"}) {
    SCOPED_TRACE(batch);
    const Counts unlocked = counted({{"batch_submit", batch}, {"notify_mode", "unlocked"}});
    EXPECT_GT(unlocked.notifications, 0);
    EXPECT_EQ(unlocked.under_lock, 0);
    EXPECT_EQ(unlocked.said_sent, unlocked.notifications);
    const Counts locked = counted({{"batch_submit", batch}, {"notify_mode", "locked"}});
    EXPECT_GT(locked.notifications, 0);
    EXPECT_EQ(locked.under_lock, locked.notifications);
    EXPECT_EQ(locked.said_sent, locked.notifications);
  }
}

}  // namespace
}  // namespace ringside::test
