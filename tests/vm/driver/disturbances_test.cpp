// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a disk while it is in use: it is pulled out, it changes its size, the system sleeps.
#include <gmock/gmock.h>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

using testing::HasSubstr;

struct Path {
  const char* name;
  Params params;
  FioOptions fio;
};

const std::vector<Path> k_paths = {{"interrupt", {}, {}},
                                   {"dedicated polling", {{"poll_queues", "1"}}, {{"hipri", "1"}}},
                                   {"shared polling", {{"poll_mode", "shared"}}, {{"hipri", "1"}}}};

FioOptions endless(FioOptions options) {
  // Writes: reading from a disk that has gone is the end of a file to the kernel, and fio begins anew.
  options.insert({{"rw", "randwrite"}, {"time_based", "1"}, {"runtime", "600"}});
  return options;
}

TEST_F(DriverTest, a_disk_that_is_pulled_out_under_io_ends_it_with_an_error) {
  for (const Path& path : k_paths) {
    SCOPED_TRACE(path.name);
    const auto disk = take(path.params, null_disk(2));
    start_fio(disk.name, endless(path.fio));
    const auto gone = guest().unplug(k_disk);  // waits for DEVICE_DELETED
    ASSERT_TRUE(gone) << gone.error().text();
    const auto end = finish_fio();
    EXPECT_NE(end.exit_code, 0) << end.text;
    EXPECT_NE(end.error, 0) << end.text;
    unload(k_driver);
  }
}

TEST_F(DriverTest, a_new_size_is_seen_under_io_in_both_directions) {
  const auto disk = take({{"poll_queues", "1"}}, file_disk(2));
  for (const FioOptions& io : {FioOptions{}, FioOptions{{"hipri", "1"}}}) {
    start_fio(disk.name, endless(io));
    for (const std::uint64_t mib : {128u, 32u, 64u}) {
      const auto resized = guest().resize(k_disk, Bytes{mib << 20});
      ASSERT_TRUE(resized) << resized.error().text();
      wait_for("[ $(cat /sys/block/" + disk.name + "/size) = " + std::to_string(mib << 11) + " ]");
    }
    // Interrupted, not failed: not one I/O went wrong.
    const auto end = stop_fio();
    EXPECT_EQ(end.error, 0) << end.text;
    EXPECT_GT(end.ios, 200u);
  }
  EXPECT_THAT(shell("dmesg"), HasSubstr(disk.name + ": new size 262144 sectors"));
  // The last sector is there, and none behind it.
  EXPECT_EQ(run({"dd", "if=/dev/" + disk.name, "of=/dev/null", "bs=4096", "skip=16383"}).errors.substr(0, 3), "1+0");
}

TEST_F(DriverTest, no_io_is_lost_while_the_system_sleeps) {
  // Freezes tasks and devices as for a real suspend, and wakes up by itself at once.
  write("/sys/module/suspend/parameters/pm_test_delay", "0");
  write("/sys/power/pm_test", "devices");
  for (const Path& path : k_paths) {
    SCOPED_TRACE(path.name);
    const auto disk = take(path.params, file_disk(2));
    FioOptions io = path.fio;
    io.insert({{"rw", "randwrite"}, {"size", "4m"}, {"verify", "crc32c"}, {"loops", "1000"}});
    start_fio(disk.name, io);
    // A parameter that is written meanwhile must not change what the device came with.
    write("/sys/module/virtio_blk_ref/parameters/queue_depth", "1");
    // Not while the answer is on its way: the control channel sleeps too.
    shell(
        "rm -f /tmp/awake; (usleep 300000; for i in 1 2 3; do echo freeze >/sys/power/state || exit; "
        "echo $i >>/tmp/awake; done) </dev/null >/dev/null 2>&1 &");
    wait_for("[ \"$(tail -n 1 /tmp/awake 2>/dev/null)\" = 3 ]");
    const auto end = stop_fio();
    EXPECT_EQ(end.error, 0) << end.text;
    drop();
  }
  write("/sys/power/pm_test", "none");
}

}  // namespace
}  // namespace ringside::test
