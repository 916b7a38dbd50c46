// SPDX-License-Identifier: GPL-3.0-or-later
// Wide disks: 16 queues of depth 128, and what they cost.
#include <gmock/gmock.h>

#include <cstdio>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr int k_queues = 16;
constexpr int k_depth = 128;

class WideDisk : public DriverTest {
 protected:
  // 6.1 counts CPUs that could come; 6.12 only those that are there.
  [[nodiscard]] vm::BootPlan plan() const override {
    vm::BootPlan plan = DriverTest::plan();
    plan.vcpus = kernel_name() == "debian-6.1" ? 4 : k_queues;
    plan.max_vcpus = k_queues;
    return plan;
  }

  static vm::DiskPlan wide_disk(std::int64_t queues) {
    vm::DiskPlan disk = null_disk(queues);
    disk.device["queue-size"] = std::int64_t{k_depth};
    return disk;
  }
};

TEST_F(WideDisk, inline_lists_take_less_memory_by_what_the_requests_shrink) {
  std::map<std::string, std::uint64_t> measured;
  std::map<std::string, std::uint64_t> request;
  for (const char* mode : {"inline", "preallocated"}) {
    // Twice: what the kernel keeps after the first time (caches, half-empty slabs) is not the disk's.
    for (int round = 0; round < 2; ++round) {
      const auto disk = take({{"sgl_mode", mode}}, wide_disk(k_queues));
      EXPECT_THAT(disk.log, Contains(HasSubstr("16/0/0 default/read/poll queues")));
      auto settings = this->settings(disk.name);
      EXPECT_EQ(settings["queue_depth"], std::to_string(k_depth));
      ASSERT_TRUE(disk.memory_bytes);
      measured[mode] = *disk.memory_bytes;
      request[mode] = std::stoull(settings["request_bytes"]);
      std::printf("sgl_mode=%-12s %9llu bytes per device, %llu of them per request (round %d)\n", mode,
                  static_cast<unsigned long long>(measured[mode]), static_cast<unsigned long long>(request[mode]),
                  round + 1);
      drop();
    }
  }
  EXPECT_LT(measured["inline"], measured["preallocated"]);
  const auto saved = static_cast<double>(measured["preallocated"] - measured["inline"]);
  const auto expected = static_cast<double>((request["preallocated"] - request["inline"]) * k_queues * k_depth);
  // Requests come in chunks of up to 64 KiB, of which a rest stays unused.
  EXPECT_NEAR(saved / expected, 1.0, 0.2) << "the measurement does not agree with the size of the requests";
}

TEST_F(WideDisk, a_device_with_more_queues_than_cpus_gets_one_per_cpu) {
  const auto disk = take({{"poll_queues", "4"}}, wide_disk(24));
  EXPECT_EQ(disk.treatment.log_line, (QueueSplit{12, 0, 4}));
  EXPECT_EQ(disk.treatment.hctx, (QueueSplit{12, 0, 4}));
  for (const FioOptions& io : {FioOptions{}, FioOptions{{"hipri", "1"}}}) {
    FioOptions options = io;
    options["rw"] = "randread";
    const auto end = fio(disk.name, options);
    EXPECT_EQ(end.exit_code, 0) << end.text;
  }
}

}  // namespace
}  // namespace ringside::test
