// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ringside;
using namespace ringside::vm;
using testing::HasSubstr;

namespace {

DiskPlan null_disk() {
  DiskPlan disk;
  disk.backend.size = Bytes{1u << 20};
  return disk;
}

DiskPlan file_disk(OptionMap options) {
  DiskPlan disk = null_disk();
  disk.backend.driver = "file";
  disk.backend.options = std::move(options);
  return disk;
}

std::string node(const DiskPlan& disk) {
  const auto command = blockdev_add(disk);
  return command ? command->arguments : command.error().text();
}

std::string device(const DiskPlan& disk) {
  const auto command = device_add(disk, "port0");
  return command ? command->arguments : command.error().text();
}

}  // namespace

TEST(BlockdevAdd, null_co_with_its_own_options) {
  DiskPlan disk = null_disk();
  disk.backend.options = {{"latency-ns", std::int64_t{5000}}, {"read-zeroes", true}};
  EXPECT_EQ(node(disk),
            R"({"driver":"null-co","latency-ns":5000,"node-name":"disk0-node","read-zeroes":true,"size":1048576})");
}

TEST(BlockdevAdd, a_file_with_dotted_options) {
  EXPECT_EQ(
      node(file_disk({{"path", std::string("/d/x.img")}, {"aio", std::string("native")}, {"cache.direct", true}})),
      R"({"aio":"native","cache":{"direct":true},"driver":"file","filename":"/d/x.img","node-name":"disk0-node"})");
}

TEST(BlockdevAdd, cache_modes_mean_what_they_mean_to_qemu) {
  const auto file = [](const char* mode) {
    return file_disk({{"path", std::string("/x")}, {"cache", std::string(mode)}});
  };
  EXPECT_THAT(node(file("none")), HasSubstr(R"("cache":{"direct":true,"no-flush":false})"));
  EXPECT_THAT(node(file("unsafe")), HasSubstr(R"("cache":{"direct":false,"no-flush":true})"));
  EXPECT_THAT(device(file("writethrough")), HasSubstr(R"("write-cache":"off")"));
  EXPECT_THAT(device(file("none")), testing::Not(HasSubstr("write-cache")));
  EXPECT_THAT(node(file("fast")), HasSubstr("there is no cache mode 'fast'"));
}

TEST(BlockdevAdd, a_host_device_goes_by_qemus_name) {
  DiskPlan disk = file_disk({{"path", std::string("/dev/nvme0n1")}});
  disk.backend.driver = "host-device";
  EXPECT_EQ(node(disk), R"({"driver":"host_device","filename":"/dev/nvme0n1","node-name":"disk0-node"})");
}

TEST(BlockdevAdd, faults_wrap_the_backend) {
  DiskPlan disk = null_disk();
  disk.faults = {{.event = "none", .iotype = "write", .error = 28, .sector = 8, .once = true, .immediately = false}};
  EXPECT_EQ(node(disk),
            R"({"driver":"blkdebug","image":{"driver":"null-co","size":1048576},)"
            R"("inject-error":[{"errno":28,"event":"none","immediately":false,"iotype":"write","once":true,)"
            R"("sector":8}],"node-name":"disk0-node"})");
}

TEST(DeviceAdd, properties_go_verbatim_with_their_types) {
  DiskPlan disk = null_disk();
  disk.serial = "ringside-1";
  disk.iothread = "iothread0";
  disk.device = {{"num-queues", std::int64_t{4}}, {"packed", true}};
  EXPECT_EQ(device(disk),
            R"({"bus":"port0","drive":"disk0-node","driver":"virtio-blk-pci","id":"disk0","iothread":"iothread0",)"
            R"("num-queues":4,"packed":true,"rerror":"report","serial":"ringside-1","werror":"report"})");
}

TEST(DeviceAdd, on_and_off_arrive_as_the_property_wants_them) {
  DiskPlan disk = null_disk();
  disk.device = {{"ioeventfd", std::string("off")}, {"write-cache", false}, {"event_idx", false}};
  const std::string arguments = device(disk);
  EXPECT_THAT(arguments, HasSubstr(R"("ioeventfd":false)"));
  EXPECT_THAT(arguments, HasSubstr(R"("write-cache":"off")"));
  EXPECT_THAT(arguments, HasSubstr(R"("event_idx":false)"));
}

TEST(DeviceAdd, the_users_error_policy_wins) {
  DiskPlan disk = null_disk();
  disk.device = {{"werror", std::string("stop")}};
  EXPECT_THAT(device(disk), HasSubstr(R"("werror":"stop")"));
}

TEST(CheckDisk, ioeventfd_off_with_an_iothread_is_refused_with_the_reason) {
  for (const OptionValue& off : {OptionValue(false), OptionValue(std::string("off"))}) {
    DiskPlan disk = null_disk();
    disk.iothread = "iothread0";
    disk.device["ioeventfd"] = off;
    const auto result = check_disk(disk, Transport::pci);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unsupported);
    EXPECT_THAT(result.error().text(), HasSubstr("IOThread"));
    disk.iothread.clear();
    EXPECT_TRUE(check_disk(disk, Transport::pci));
  }
}

TEST(CheckDisk, an_mmio_disk_has_no_temporary_file) {
  EXPECT_TRUE(check_disk(null_disk(), Transport::mmio));
  DiskPlan disk = null_disk();
  disk.backend.driver = "file";
  disk.backend.options.clear();
  const auto result = check_disk(disk, Transport::mmio);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unsupported);
  EXPECT_TRUE(check_disk(disk, Transport::pci));
}

TEST(CheckDisk, bad_plans_are_configuration_errors) {
  const auto message = [](auto change) {
    DiskPlan disk = null_disk();
    change(disk);
    const auto result = check_disk(disk, Transport::pci);
    return result ? "accepted" : result.error().text();
  };
  EXPECT_THAT(message([](DiskPlan& d) { d.id = "Disk 0"; }), HasSubstr("'Disk 0' cannot be"));
  EXPECT_THAT(message([](DiskPlan& d) { d.id = ""; }), HasSubstr("cannot be a disk's id"));
  EXPECT_THAT(message([](DiskPlan& d) { d.serial = "123456789012345678901"; }), HasSubstr("longer than 20 bytes"));
  EXPECT_THAT(message([](DiskPlan& d) { d.backend.size = Bytes{1000}; }), HasSubstr("512-byte sectors"));
  EXPECT_THAT(message([](DiskPlan& d) { d.backend.driver = "qcow2"; }), HasSubstr("no backend driver 'qcow2'"));
  EXPECT_THAT(message([](DiskPlan& d) { d.backend.driver = "host-device"; }), HasSubstr("needs a path"));
  EXPECT_THAT(message([](DiskPlan& d) { d.device["drive"] = std::string("x"); }), HasSubstr("set by Ringside itself"));
}

TEST(DiskCommands, removal_and_resize_name_the_right_things) {
  EXPECT_EQ(device_del("disk0"), (QmpCommand{"device_del", R"({"id":"disk0"})"}));
  EXPECT_EQ(blockdev_del("disk0-node"), (QmpCommand{"blockdev-del", R"({"node-name":"disk0-node"})"}));
  EXPECT_EQ(block_resize("disk0-node", Bytes{2048}),
            (QmpCommand{"block_resize", R"({"node-name":"disk0-node","size":2048})"}));
}
