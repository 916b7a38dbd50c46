// SPDX-License-Identifier: GPL-3.0-or-later
// Rings that are too small for what is asked of them, and numbers of queues that do not fit the CPUs.
#include <gmock/gmock.h>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

const FioOptions k_deep = {
    {"rw", "randread"}, {"bs", "16k"}, {"size", "4m"}, {"iodepth", "64"}, {"iodepth_batch_submit", "32"}};

TEST_F(DriverTest, a_full_ring_of_16_entries_delays_a_deep_queue_and_loses_nothing) {
  const std::vector<std::pair<Params, FioOptions>> cases = {
      {{{"batch_submit", "off"}}, {}},
      {{{"batch_submit", "per_request"}}, {}},
      {{{"batch_submit", "per_batch"}}, {}},
      {{{"poll_queues", "1"}}, {{"hipri", "1"}}},
      {{{"poll_mode", "shared"}, {"batch_submit", "off"}}, {{"hipri", "1"}}}};
  for (const auto& [params, more] : cases) {
    SCOPED_TRACE(params.begin()->first + "=" + params.begin()->second);
    Params deep = params;
    deep["queue_depth"] = "64";
    vm::DiskPlan small = null_disk(2);
    small.device["queue-size"] = std::int64_t{16};
    const auto disk = take(deep, small);
    FioOptions io = k_deep;
    io.insert(more.begin(), more.end());
    const auto events = traced({"virtio_blk_ref:queue_rq"}, disk.name, io);  // expects that fio succeeded
    EXPECT_GE(count(events, "queue_rq"), 128);
    EXPECT_GT(count(events, "queue_rq", "ring_free", "0"), 0) << "the ring was never full";
    drop();
  }
}

TEST_F(DriverTest, a_chain_longer_than_a_small_ring_is_split) {
  vm::DiskPlan small = null_disk(2);
  small.device["queue-size"] = std::int64_t{16};
  for (const char* indirect : {"0", "1"}) {
    const auto disk = take({{"indirect_desc", indirect}}, small);
    EXPECT_EQ(read("/sys/block/" + disk.name + "/queue/max_segments"), "14");
    const auto end = fio(disk.name, {{"rw", "randread"}, {"ioengine", "libaio"}, {"bs", "1m"}, {"size", "4m"}});
    EXPECT_EQ(end.exit_code, 0) << end.text;
    drop();
  }
}

TEST_F(DriverTest, there_are_as_many_queues_as_device_cpus_and_limit_allow) {
  struct Case {
    std::int64_t offered;
    Params params;
    QueueSplit split;
  };
  const int cpus = plan().vcpus;
  ASSERT_EQ(cpus, 2);
  const std::vector<Case> cases = {{1, {}, {1, 0, 0}},
                                   {2, {}, {2, 0, 0}},
                                   {8, {}, {2, 0, 0}},
                                   {8, {{"num_request_queues", "1"}}, {1, 0, 0}},
                                   {8, {{"poll_queues", "1"}}, {1, 0, 1}},
                                   {8, {{"poll_queues", "5"}}, {1, 0, 1}},
                                   {2, {{"poll_mode", "shared"}}, {2, 0, 0}}};
  for (const Case& queues : cases) {
    SCOPED_TRACE(queues.offered);
    const auto disk = take(queues.params, null_disk(queues.offered));
    EXPECT_EQ(disk.treatment.log_line, queues.split);
    EXPECT_EQ(disk.treatment.hctx, queues.split);
    drop();
  }
}

}  // namespace
}  // namespace ringside::test
