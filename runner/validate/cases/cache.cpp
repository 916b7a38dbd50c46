// SPDX-License-Identifier: GPL-3.0-or-later
// The cache mode is switched while the disk is in use; flushes are counted where they arrive.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

// 32 writes; fio syncs between them and not after the last.
constexpr std::uint64_t k_syncs = 31;

// Buffered, so that fsync has something to do.
const FioOptions k_synced = {{"rw", "write"},  {"ioengine", "psync"}, {"direct", "0"},           {"fsync", "1"},
                             {"size", "128k"}, {"bs", "4k"},          {"allow_file_create", "0"}};

vm::DiskPlan disk_with_switch(bool can_switch) {
  vm::DiskPlan disk = file_disk(2);
  disk.device["config-wce"] = can_switch;
  disk.device["write-cache"] = true;
  return disk;
}

std::uint64_t flushes_of_synced_writes(Stage& stage, const wire::DiskReady& disk) {
  const auto before = stage.counted().flushes;
  stage.clean_fio(disk.name, k_synced);
  return stage.counted().flushes - before;
}

std::string cache_type_of(const wire::DiskReady& disk) {
  return "/sys/block/" + disk.name + "/cache_type";
}

void switched(Stage& stage) {
  const auto disk = stage.take({}, disk_with_switch(true));
  for (const std::string mode : {"write back", "write through", "write back"}) {
    stage.scene(mode);
    stage.write(cache_type_of(disk), mode);
    stage.expect_equal(stage.read(cache_type_of(disk)), mode, "cache_type says what was written");
    stage.expect_equal(stage.read("/sys/block/" + disk.name + "/queue/write_cache"), mode,
                       "the block layer goes by it");
    const auto flushes = flushes_of_synced_writes(stage, disk);
    stage.note(fmt::format("{} flushes for {} times of fsync", flushes, k_syncs));
    if (mode == "write back") {
      stage.expect(flushes >= k_syncs, "each fsync reaches the device as a flush",
                   fmt::format("{} flushes for {}", flushes, k_syncs));
    } else {
      stage.expect_equal(flushes, std::uint64_t{0}, "no flush is needed without a cache");
    }
  }
}

void under_io(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = stage.take(path.params, disk_with_switch(true));
    stage.start_fio(disk.name, endless(path.fio));
    stage.shell("for i in 1 2 3 4 5; do for mode in through back; do echo write $mode >" + cache_type_of(disk) +
                "; usleep 50000; done; done");
    stage.expect_equal(stage.stop_fio().error, 0, "no I/O fails while the cache mode is switched");
    stage.drop();
  }
}

void nonsense(Stage& stage) {
  const auto disk = stage.take({}, disk_with_switch(true));
  const auto done = stage.run({"sh", "-c", "echo sometimes >" + cache_type_of(disk)});
  stage.expect(done.exit_code != 0, "a cache mode that is none is refused", done.errors);
  stage.expect_equal(stage.read(cache_type_of(disk)), "write back", "the mode is as it was");
}

void cannot_be_switched(Stage& stage) {
  const auto disk = stage.take({}, disk_with_switch(false));
  const auto done = stage.run({"sh", "-c", "echo 'write through' >" + cache_type_of(disk)});
  stage.expect(done.exit_code != 0, "a device that cannot switch is not asked to", done.errors);
  stage.expect_equal(stage.read(cache_type_of(disk)), "write back", "cache_type says what the device has");
  stage.expect(flushes_of_synced_writes(stage, disk) >= k_syncs, "each fsync reaches the device as a flush");
}

}  // namespace

std::vector<Case> cache_cases() {
  return {{.name = "cache/switched",
           .proves = "Every fsync reaches the device with a write-back cache and none without, switched back and forth",
           .reference = "config-wce=on",
           .run = switched,
           .smoke = true},
          {.name = "cache/switched-under-io",
           .proves = "Switching the cache mode under I/O fails none of it, on every path",
           .reference = "config-wce=on",
           .run = under_io},
          {.name = "cache/nonsense",
           .proves = "A cache mode that is none is refused",
           .reference = "config-wce=on",
           .run = nonsense},
          {.name = "cache/cannot-be-switched",
           .proves = "Without VIRTIO_BLK_F_CONFIG_WCE the mode is shown and cannot be written",
           .reference = "config-wce=off",
           .run = cannot_be_switched}};
}

}  // namespace ringside::validate
