// SPDX-License-Identifier: GPL-3.0-or-later
// What runner/vm promises about real guests.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>

#include "fixture/guest_test.h"

using namespace ringside;
using namespace ringside::vm;
using namespace std::chrono_literals;
using testing::HasSubstr;

namespace {

class MachineTest : public test::GuestTest {
 protected:
  // Sectors of the disk as the guest sees them.
  std::string sectors(const std::string& name) { return run({"cat", "/sys/block/" + name + "/size"}).output; }
};

DiskPlan null_disk(std::string id) {
  DiskPlan disk;
  disk.id = std::move(id);
  disk.backend.size = Bytes{1u << 30};
  return disk;
}

// dd without the page cache, so that each read reaches the disk.
std::vector<std::string> read_of(const std::string& name) {
  return {"dd", "if=/dev/" + name, "of=/dev/null", "bs=4096", "count=16", "iflag=direct"};
}

}  // namespace

TEST_F(MachineTest, boots_to_the_agents_hello) {
  EXPECT_EQ(guest().hello().kernel_release, image().kernel_release);
  EXPECT_GT(guest().boot_time(), 0ns);
  RecordProperty("boot_ms", static_cast<int>(guest().boot_time() / 1ms));
}

TEST_F(MachineTest, runs_programs_and_tells_how_they_ended) {
  EXPECT_EQ(run({"busybox", "uname", "-r"}).output, image().kernel_release + "\n");
  EXPECT_EQ(run({"sh", "-c", "exit 3"}).exit_code, 3);
}

TEST_F(MachineTest, kernel_messages_of_warning_level_reach_the_console) {
  // A WARN() is of this level: were it filtered, no incident would ever be seen.
  EXPECT_EQ(run({"sh", "-c", "echo '<4>ringside was here' > /dev/kmsg"}).exit_code, 0);
  for (const TimePoint deadline = test::in(10s); guest().console().find("ringside was here") == std::string::npos;) {
    ASSERT_LT(SteadyClock::now(), deadline);
    ASSERT_TRUE(guest().check());
  }
}

TEST_F(MachineTest, tells_what_its_threads_cost) {
  std::vector<std::string> names;
  Nanoseconds total{0};
  for (const ThreadTime& thread : guest().cpu_times()) {
    names.push_back(thread.name);
    total += thread.user + thread.system;
  }
  // One thread runs all vCPUs under TCG's thread=single.
  EXPECT_THAT(names, testing::Contains(testing::AnyOf(testing::StartsWith("CPU 0/"), "ALL CPUs/TCG")));
  EXPECT_THAT(names, testing::Contains("IO iothread0"));
  EXPECT_GT(total, 100ms);
}

TEST_F(MachineTest, changes_disks_of_a_running_guest) {
  const auto driver = load("virtio_blk");
  for (const int queues : {1, 2}) {
    DiskPlan disk = null_disk("disk0");
    disk.device["num-queues"] = std::int64_t{queues};
    const auto ready = bind(driver.bus_driver, {disk, null_disk("disk1")});
    ASSERT_EQ(ready.size(), 2u);
    EXPECT_EQ(ready[0].serial, "disk0");
    EXPECT_EQ(ready[0].bytes, 1u << 30);
    const auto mq = run({"ls", "/sys/block/" + ready[0].name + "/mq"});
    EXPECT_EQ(std::ranges::count(mq.output, '\n'), queues);
    const auto unplugged = guest().unplug("disk0");
    ASSERT_TRUE(unplugged) << unplugged.error().text();
    ASSERT_TRUE(guest().unplug("disk1"));
    EXPECT_NE(run({"ls", "/sys/block/" + ready[0].name}).exit_code, 0);
  }
  unload(driver.name);
}

TEST_F(MachineTest, serves_disks_from_iothreads_and_without_ioeventfd) {
  const auto driver = load("virtio_blk");
  DiskPlan threaded = null_disk("disk0");
  threaded.iothread = iothread_id(1);
  DiskPlan synchronous = null_disk("disk1");
  synchronous.device["ioeventfd"] = std::string("off");
  for (const auto& disk : bind(driver.bus_driver, {threaded, synchronous})) {
    const auto read = run(read_of(disk.name));
    EXPECT_EQ(read.exit_code, 0) << read.errors;
  }
}

TEST_F(MachineTest, keeps_data_in_a_file_without_a_name_and_resizes_it) {
  const auto driver = load("virtio_blk");
  DiskPlan disk;
  disk.backend.driver = "file";
  disk.backend.size = Bytes{16u << 20};
  disk.backend.options["aio"] = std::string("threads");
  const auto ready = bind(driver.bus_driver, {disk});
  ASSERT_EQ(ready.size(), 1u);
  const std::string device = "/dev/" + ready[0].name;
  const auto written = run({"dd", "of=" + device, "bs=4096", "conv=fsync"}, std::string(8192, 'r'));
  EXPECT_EQ(written.exit_code, 0) << written.errors;
  EXPECT_EQ(run({"dd", "if=" + device, "bs=4096", "count=2", "iflag=direct"}).output, std::string(8192, 'r'));

  const auto resized = guest().resize("disk0", Bytes{32u << 20});
  ASSERT_TRUE(resized) << resized.error().text();
  for (const TimePoint deadline = test::in(20s); sectors(ready[0].name) != "65536\n";) {
    ASSERT_LT(SteadyClock::now(), deadline) << sectors(ready[0].name);
  }
}

TEST_F(MachineTest, injects_errors_that_the_guest_sees) {
  const auto driver = load("virtio_blk");
  DiskPlan broken = null_disk("disk0");
  broken.faults = {{.event = "none", .iotype = "read", .error = 5, .sector = 0, .once = false, .immediately = false}};
  DiskPlan full = null_disk("disk1");
  full.faults = {{.event = "none", .iotype = "write", .error = 28, .sector = {}, .once = false, .immediately = false}};
  const auto ready = bind(driver.bus_driver, {broken, full});
  ASSERT_EQ(ready.size(), 2u);
  EXPECT_NE(run(read_of(ready[0].name)).exit_code, 0);
  EXPECT_EQ(run(read_of(ready[1].name)).exit_code, 0);
  const auto write = run({"dd", "if=/dev/zero", "of=/dev/" + ready[1].name, "bs=4096", "count=1", "oflag=direct"});
  EXPECT_NE(write.exit_code, 0);
  // The whole guest would stand still under QEMU's own policy for a full disk.
  EXPECT_THAT(guest().qmp("query-status").value_or(""), HasSubstr("running"));
}

TEST_F(MachineTest, refuses_what_qemu_refuses_with_its_words) {
  DiskPlan disk = null_disk("disk0");
  disk.device["num-queue"] = std::int64_t{1};
  const auto plugged = guest().plug(disk);
  ASSERT_FALSE(plugged);
  EXPECT_THAT(plugged.error().message, HasSubstr("num-queue"));
  EXPECT_TRUE(guest().disks().empty());
}

TEST_F(MachineTest, speaks_over_a_serial_port_as_well) {
  BootPlan serial = plan();
  serial.control = Control::isa_serial;
  serial.vcpus = 1;
  auto machine = boot(serial);
  ASSERT_TRUE(machine) << machine.error().text();
  const wire::RunCommand echo{{"cat"}, std::string(100'000, 'x'), Milliseconds(30'000)};
  const auto done = (*machine)->ask_for<wire::CommandDone>(echo, test::in(60s));
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->output, echo.input);
  // Without being switched off it goes with its object.
  const pid_t qemu = (*machine)->qemu_pid();
  machine->reset();
  EXPECT_NE(::kill(qemu, 0), 0);
}

TEST_F(MachineTest, reports_a_panic_with_its_text) {
  auto machine = boot(plan());
  ASSERT_TRUE(machine) << machine.error().text();
  const auto crashed = (*machine)->ask(wire::WriteFile{"/proc/sysrq-trigger", "c"}, test::in(60s));
  ASSERT_FALSE(crashed);
  EXPECT_EQ(crashed.error().code, ErrorCode::guest_died) << crashed.error().text();
  EXPECT_THAT(crashed.error().message, HasSubstr("sysrq"));
  ASSERT_NE((*machine)->incident(), nullptr);
  EXPECT_EQ((*machine)->incident()->kind, IncidentKind::panic);
}
