// SPDX-License-Identifier: GPL-3.0-or-later
// The deliberately broken builds do what they say, and the rest still works.
#include <gmock/gmock.h>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

constexpr int k_ios = 100;

TEST_F(DriverTest, the_delay_build_makes_each_request_wait) {
  const std::string build = std::string(k_driver) + "_delay";
  const FioOptions one_by_one = {{"rw", "randread"},
                                 {"iodepth", "1"},
                                 {"iodepth_batch_submit", "1"},
                                 {"iodepth_batch_complete_min", "1"},
                                 {"number_ios", std::to_string(k_ios)}};
  std::map<std::string, Milliseconds> took;
  for (const char* delay : {"0", "10000000"}) {
    const auto disk = take({{"delay_ns", delay}}, null_disk(1), build);
    const auto end = fio(disk.name, one_by_one);
    EXPECT_EQ(end.exit_code, 0) << end.text;
    took[delay] = end.runtime;
    drop(build);
  }
  EXPECT_GE(took["10000000"], k_ios * Milliseconds(10));
  EXPECT_LT(took["0"], took["10000000"]);
}

TEST_F(DriverTest, the_build_with_one_more_instruction_works) {
  const std::string build = std::string(k_driver) + "_nop1";
  const auto disk = take({{"poll_queues", "1"}}, file_disk(2), build);
  for (const char* hipri : {"0", "1"}) {
    const auto end = fio(disk.name, {{"rw", "randwrite"}, {"verify", "crc32c"}, {"hipri", hipri}});
    EXPECT_EQ(end.exit_code, 0) << end.text;
  }
  drop(build);
}

}  // namespace
}  // namespace ringside::test
