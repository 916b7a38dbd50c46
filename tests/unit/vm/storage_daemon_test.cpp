// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/storage_daemon.h"

#include <gmock/gmock.h>

#include "vm/boot_plan.h"
#include "vm/qemu_arguments.h"

namespace ringside::vm {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

DiskPlan served_disk() {
  DiskPlan disk;
  disk.backend.driver = "vhost-user-blk";
  disk.backend.size = Bytes{1 << 20};
  disk.device["num-queues"] = std::int64_t{2};
  return disk;
}

TEST(StorageDaemonArguments, without_a_path_there_are_no_data) {
  EXPECT_THAT(storage_daemon_arguments(served_disk(), 7),
              ElementsAre("qemu-storage-daemon", "--object", "iothread,id=worker", "--blockdev",
                          R"({"driver":"null-co","node-name":"data","size":1048576})", "--export",
                          "type=vhost-user-blk,id=disk0,node-name=data,iothread=worker,writable=on,num-queues=2,"
                          "addr.type=fd,addr.str=7"));
}

TEST(StorageDaemonArguments, a_path_is_served_as_a_file_with_its_options) {
  DiskPlan disk = served_disk();
  disk.backend.options = {{"path", std::string("/data/x")}, {"aio", std::string("io_uring")}};
  EXPECT_THAT(storage_daemon_arguments(disk, 7),
              Contains(R"({"aio":"io_uring","driver":"file","filename":"/data/x","node-name":"data"})"));
}

TEST(StorageDaemonArguments, a_device_that_does_not_say_gets_as_many_queues_as_it_may_want) {
  DiskPlan disk = served_disk();
  disk.device.clear();
  EXPECT_THAT(storage_daemon_arguments(disk, 7), Contains(HasSubstr("num-queues=64")));
}

TEST(DeviceAdd, a_served_disk_has_a_connection_instead_of_data) {
  const auto device = device_add(served_disk(), "port0");
  ASSERT_TRUE(device);
  EXPECT_EQ(device->arguments, R"({"bus":"port0","chardev":"disk0-daemon","driver":"vhost-user-blk-pci","id":"disk0",)"
                               R"("num-queues":2})");
}

TEST(DiskPlan, a_served_disk_is_found_by_the_daemons_serial) {
  EXPECT_EQ(served_disk().serial_or_id(), "vhost_user_blk");
}

TEST(ChardevAdd, qemu_takes_the_connection_it_was_handed) {
  EXPECT_EQ(getfd("disk0").arguments, R"({"fdname":"disk0-connection"})");
  EXPECT_EQ(chardev_add("disk0").arguments,
            R"({"backend":{"data":{"addr":{"data":{"str":"disk0-connection"},"type":"fd"},"server":false},)"
            R"("type":"socket"},"id":"disk0-daemon"})");
}

TEST(MemoryArguments, memory_is_shared_only_where_it_was_asked_for) {
  BootPlan plan;
  plan.memory = Bytes{256u << 20};
  EXPECT_THAT(memory_arguments(plan), ElementsAre("-m", "size=256M"));
  plan.shared_memory = true;
  EXPECT_THAT(memory_arguments(plan), Contains("memory-backend-memfd,id=memory,share=on,size=256M"));
}

TEST(BlockdevAdd, an_image_format_wraps_the_file) {
  DiskPlan disk;
  disk.backend.driver = "file";
  disk.backend.options["path"] = std::string("/data/x");
  disk.qcow2 = true;
  const auto node = blockdev_add(disk);
  ASSERT_TRUE(node);
  EXPECT_EQ(node->arguments,
            R"({"driver":"qcow2","file":{"driver":"file","filename":"/data/x"},"node-name":"disk0-node"})");
}

}  // namespace
}  // namespace ringside::vm
