// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the device reach the program, each the I/O that it belongs to, on every path.
#include <gmock/gmock.h>

#include "driver/driver_test.h"

namespace ringside::test {
namespace {

constexpr int k_eio = 5;  // also for ENOSPC: VirtIO's status has one value for both
constexpr std::uint64_t k_bad_sector = 2048;

struct Path {
  const char* name;
  Params params;
  FioOptions fio;
};

const std::vector<Path> k_paths = {
    {"interrupt, one by one", {{"batch_submit", "off"}}, {{"ioengine", "libaio"}, {"iodepth_batch_submit", "1"}}},
    {"batch", {{"irq_batch", "1"}}, {}},
    {"polled", {{"poll_queues", "1"}}, {{"hipri", "1"}}},
    {"polled with interrupts off", {{"poll_mode", "shared"}}, {{"hipri", "1"}}}};

vm::DiskPlan broken_disk(const std::string& id, const std::string& direction, int error) {
  vm::DiskPlan disk = null_disk(2, id);
  // QEMU too would make one I/O of several, and fail them all.
  disk.device["request-merging"] = false;
  disk.faults = {{.event = "none", .iotype = direction, .error = error, .sector = k_bad_sector}};
  return disk;
}

TEST_F(DriverTest, io_errors_and_a_full_host_reach_fio_on_every_path) {
  for (const Path& path : k_paths) {
    SCOPED_TRACE(path.name);
    const auto loaded = load(k_driver, path.params);
    const auto disks = bind(loaded.bus_driver, {broken_disk("disk0", "read", 5), broken_disk("disk1", "write", 28)});
    const char* directions[] = {"read", "write"};
    for (std::size_t at = 0; at < disks.size(); ++at) {
      SCOPED_TRACE(directions[at]);
      // Unmerged, so that one I/O alone touches the bad sector.
      write("/sys/block/" + disks[at].name + "/queue/nomerges", "2");
      FioOptions io = path.fio;
      io["rw"] = directions[at];
      const auto stopped = fio(disks[at].name, io);
      EXPECT_NE(stopped.exit_code, 0);
      EXPECT_EQ(stopped.error, k_eio) << stopped.text;
      io["continue_on_error"] = "io";
      const auto went_on = fio(disks[at].name, io);
      EXPECT_EQ(went_on.total_errors, 1u) << went_on.text;
      EXPECT_EQ(went_on.first_error, k_eio);
      // The other direction has no fault.
      io["rw"] = directions[1 - at];
      EXPECT_EQ(fio(disks[at].name, io).total_errors, 0u);
    }
    ASSERT_TRUE(guest().unplug("disk1"));
    drop(k_driver, "disk0");
  }
}

}  // namespace
}  // namespace ringside::test
