// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/disks.h"

#include "vm/boot_plan.h"

namespace ringside::validate {
namespace {

vm::DiskPlan disk_with(const std::string& id, std::int64_t queues) {
  vm::DiskPlan disk;
  disk.id = id;
  disk.iothread = vm::iothread_id(0);
  disk.device["num-queues"] = queues;
  disk.backend.size = Bytes{64u << 20};
  return disk;
}

}  // namespace

vm::DiskPlan null_disk(std::int64_t queues, const std::string& id) {
  return disk_with(id, queues);
}

vm::DiskPlan file_disk(std::int64_t queues, const std::string& id) {
  vm::DiskPlan disk = disk_with(id, queues);
  disk.backend.driver = "file";
  return disk;
}

}  // namespace ringside::validate
