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

Counts counts_of(const std::vector<TraceEvent>& events) {
  Counts out;
  out.ios = count(events, "queue_rq");
  out.single_rounds = count(events, "lock", "site", "queue_rq");
  out.batch_rounds = count(events, "lock", "site", "queue_rqs");
  out.batches = count(events, "batch");
  out.kicks = count(events, "kick");
  out.said_sent = count(events, "kick", "sent", "1");
  out.notifications = count(events, "notify");
  for (const TraceEvent& event : events) out.under_lock += event.name == "notify" && event.interrupts_off;
  return out;
}

void print(const std::string& mode, const Counts& counts) {
  std::printf("%-22s %d I/Os: %.4f lock rounds, %.4f notifications per I/O (%d of %d under the lock), %d batches\n",
              mode.c_str(), counts.ios, 1.0 * (counts.single_rounds + counts.batch_rounds) / counts.ios,
              1.0 * counts.notifications / counts.ios, counts.under_lock, counts.notifications, counts.batches);
}

// The task may be interrupted and flush early; then a batch is smaller, or its rest goes one by one.
constexpr int k_fewest = k_ios / k_batch;
constexpr int k_most = k_fewest + k_fewest / 2;

void expect_lock_rounds(const std::string& batch_submit, const Counts& counts) {
  EXPECT_EQ(counts.ios, k_ios);
  if (batch_submit == "off") {
    EXPECT_EQ(counts.single_rounds, k_ios);
    EXPECT_EQ(counts.batch_rounds + counts.batches, 0);
  } else if (batch_submit == "per_request") {
    EXPECT_EQ(counts.single_rounds + counts.batch_rounds, k_ios);
    EXPECT_GE(counts.batch_rounds, k_ios * 9 / 10);
  } else {
    EXPECT_EQ(counts.batch_rounds, counts.batches) << "one lock round per batch";
    EXPECT_LE(counts.single_rounds + counts.batch_rounds, k_most);
  }
}

TEST_F(DriverTest, modes_take_the_lock_and_notify_as_often_as_they_promise) {
  // A probe on the ring code's function: evidence that does not come from the driver.
  shell("echo 'p:ringside/notify virtqueue_notify' >>/sys/kernel/tracing/kprobe_events");
  for (const std::string batch_submit : {"off", "per_request", "per_batch"}) {
    for (const std::string notify_mode : {"unlocked", "locked"}) {
      SCOPED_TRACE(batch_submit + " " + notify_mode);
      const auto disk = take({{"batch_submit", batch_submit}, {"notify_mode", notify_mode}}, null_disk(1));
      write("/sys/block/" + disk.name + "/queue/nomerges", "2");
      const Counts counts = counts_of(traced({"virtio_blk_ref:queue_rq", "virtio_blk_ref:lock", "virtio_blk_ref:batch",
                                              "virtio_blk_ref:kick", "ringside:notify"},
                                             disk.name, k_batches));
      drop();
      print(batch_submit + " " + notify_mode, counts);
      expect_lock_rounds(batch_submit, counts);
      EXPECT_GE(counts.kicks, k_fewest);
      EXPECT_LE(counts.kicks, k_most);
      EXPECT_GT(counts.notifications, 0);
      EXPECT_LE(counts.notifications, k_most);
      EXPECT_EQ(counts.notifications, counts.said_sent);
      EXPECT_EQ(counts.under_lock, notify_mode == "locked" ? counts.notifications : 0);
    }
  }
  shell("echo '-:ringside/notify' >>/sys/kernel/tracing/kprobe_events");
}

}  // namespace
}  // namespace ringside::test
