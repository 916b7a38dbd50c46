// SPDX-License-Identifier: GPL-3.0-or-later
// Rings that are too small for what is asked of them, packed rings, and numbers of queues that do not fit the CPUs.
#include "validate/cases.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

vm::DiskPlan small_ring(std::int64_t entries) {
  vm::DiskPlan disk = null_disk(2);
  disk.device["queue-size"] = entries;
  return disk;
}

// More segments than a ring of 16 has entries, and more requests than it can hold.
const FioOptions k_deep = {
    {"rw", "randread"}, {"bs", "16k"}, {"size", "4m"}, {"iodepth", "64"}, {"iodepth_batch_submit", "32"}};

void full_ring(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    Params params = path.params;
    params["queue_depth"] = "64";
    const auto disk = stage.take(params, small_ring(16));
    FioOptions io = k_deep;
    io.insert(path.fio.begin(), path.fio.end());
    stage.clean_fio(disk.name, io);
    stage.drop();
  }
}

}  // namespace

std::vector<Case> ring_cases() {
  return {{.name = "rings/full-ring",
           .proves = "A deep queue on a ring of 16 entries is delayed and loses nothing, on every path",
           .reference = "V2",
           .run = full_ring,
           .smoke = true}};
}

}  // namespace ringside::validate
