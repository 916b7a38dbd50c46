// SPDX-License-Identifier: GPL-3.0-or-later
// Discards and write zeroes: what becomes of the data, of their neighbours, and what sysfs says of the limits.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

constexpr std::int64_t k_mib = 1 << 20;

// A disk whose discards make holes, which read as zeroes.
vm::DiskPlan unmapping_disk() {
  vm::DiskPlan disk = file_disk(2);
  disk.backend.options["discard"] = std::string("unmap");
  return disk;
}

std::string limit(Stage& stage, const wire::DiskReady& disk, const std::string& name) {
  return stage.read("/sys/block/" + disk.name + "/queue/" + name);
}

void fill(Stage& stage, const wire::DiskReady& disk, int mib) {
  stage.shell(fmt::format("busybox tr '\\0' x </dev/zero | dd of=/dev/{} bs=64k count={} iflag=fullblock oflag=direct",
                          disk.name, mib * 16));
}

// Bytes in the first `mib` that are not zero.
std::int64_t left(Stage& stage, const wire::DiskReady& disk, int mib) {
  return std::stoll(stage.shell(fmt::format(
      "dd if=/dev/{} bs=64k count={} iflag=direct 2>/dev/null | busybox tr -d '\\0' | wc -c", disk.name, mib * 16)));
}

// Discards all but the first and last 4 KiB of 4 MiB.
void discard_inside(Stage& stage, const wire::DiskReady& disk) {
  fill(stage, disk, 4);
  stage.expect_equal(left(stage, disk, 4), 4 * k_mib, "the data are there before");
  stage.shell(fmt::format("blkdiscard -o 4096 -l {} /dev/{}", 4 * k_mib - 8192, disk.name));
  stage.expect_equal(left(stage, disk, 4), 8192, "the discarded range reads as zeroes and its neighbours as written");
}

void one_range(Stage& stage) {
  discard_inside(stage, stage.take({}, unmapping_disk()));
}

void limits(Stage& stage) {
  vm::DiskPlan plan = unmapping_disk();
  plan.device["discard_granularity"] = std::int64_t{65536};
  plan.device["max-discard-sectors"] = std::int64_t{2048};
  plan.device["max-write-zeroes-sectors"] = std::int64_t{1024};
  const auto disk = stage.take({}, plan);
  stage.expect_equal(limit(stage, disk, "discard_granularity"), "65536", "the granularity is the device's");
  stage.expect_equal(limit(stage, disk, "discard_max_bytes"), std::to_string(2048 * 512), "so is the longest discard");
  stage.expect_equal(limit(stage, disk, "write_zeroes_max_bytes"), std::to_string(1024 * 512),
                     "so is the longest write of zeroes");
  fill(stage, disk, 4);
  stage.shell(fmt::format("blkdiscard -o 65536 -l {} /dev/{}", 4 * k_mib - 131072, disk.name));
  stage.expect_equal(left(stage, disk, 4), 131072, "a discard longer than the limit arrives in pieces");
}

void not_offered(Stage& stage) {
  vm::DiskPlan plan = unmapping_disk();
  plan.device["discard"] = false;
  const auto disk = stage.take({}, plan);
  stage.expect_equal(limit(stage, disk, "discard_max_bytes"), "0", "sysfs says that there is no discard");
  fill(stage, disk, 1);
  const auto refused = stage.run({"blkdiscard", "-o", "0", "-l", "65536", "/dev/" + disk.name});
  stage.expect(refused.exit_code != 0, "a discard is refused");
  stage.expect_equal(left(stage, disk, 1), k_mib, "a refused discard changes nothing");
}

// Many short ones at a time, which the scheduler merges; SLUB watches over the memory that their ranges lie in.
void merged(Stage& stage) {
  vm::DiskPlan plan = unmapping_disk();
  plan.device["max-discard-sectors"] = std::int64_t{64};
  const auto disk = stage.take({}, plan);
  for (const char* scheduler : {"none", "mq-deadline"}) {
    stage.scene(scheduler);
    stage.write("/sys/block/" + disk.name + "/queue/scheduler", scheduler);
    for (int round = 0; round < 3; ++round) discard_inside(stage, disk);
    // Discards of neighbours by many tasks at once.
    stage.clean_fio(disk.name, {{"rw", "write"}, {"bs", "64k"}, {"size", "16m"}});
    const FioEnd end = stage.fio(disk.name, {{"rw", "trim"},
                                             {"bs", "16k"},
                                             {"size", "2m"},
                                             {"numjobs", "8"},
                                             {"offset_increment", "2m"},
                                             {"group_reporting", "1"}});
    stage.expect(end.exit_code == 0 && end.error == 0, "discards by eight jobs go well", end.text);
    stage.expect_equal(left(stage, disk, 16), 0, "all that was discarded reads as zeroes");
  }
}

struct Zeroing {
  const char* option;  // of fallocate: -z may write the zeroes itself, -p may not
  bool succeeds;
};

void zero_inside(Stage& stage, const wire::DiskReady& disk, const Zeroing& zeroing) {
  stage.scene(std::string("fallocate ") + zeroing.option);
  fill(stage, disk, 2);
  const auto done = stage.run(
      {"fallocate", zeroing.option, "-n", "-o", "4096", "-l", std::to_string(2 * k_mib - 8192), "/dev/" + disk.name});
  stage.expect_equal(done.exit_code == 0, zeroing.succeeds, "success: " + done.errors);
  if (!zeroing.succeeds) return;
  stage.expect_equal(left(stage, disk, 2), 8192, "the zeroed range reads as zeroes and its neighbours as written");
}

void zeroes_written(Stage& stage) {
  const auto disk = stage.take({}, unmapping_disk());
  for (const Zeroing& zeroing : {Zeroing{"-z", true}, Zeroing{"-p", true}}) zero_inside(stage, disk, zeroing);
}

void zeroes_not_offered(Stage& stage) {
  vm::DiskPlan plan = unmapping_disk();
  plan.device["write-zeroes"] = false;
  const auto disk = stage.take({}, plan);
  stage.expect_equal(limit(stage, disk, "write_zeroes_max_bytes"), "0", "sysfs says that there is no such command");
  for (const Zeroing& zeroing : {Zeroing{"-z", true}, Zeroing{"-p", false}}) zero_inside(stage, disk, zeroing);
}

// Offered, but each fails in the device. 6.1 then writes the zeroes itself where it may; 6.12 tells the program.
void zeroes_fail(Stage& stage) {
  vm::DiskPlan plan = unmapping_disk();
  vm::FaultRule fault;
  fault.iotype = "write-zeroes";
  plan.faults = {fault};
  const auto disk = stage.take({}, plan);
  fill(stage, disk, 2);
  const auto punched = stage.run({"fallocate", "-p", "-n", "-o", "0", "-l", "65536", "/dev/" + disk.name});
  stage.expect(punched.exit_code != 0, "a program that wants the device to do it is told that it cannot");
  const auto zeroed = stage.run({"fallocate", "-z", "-n", "-o", "0", "-l", "65536", "/dev/" + disk.name});
  const std::int64_t expected = zeroed.exit_code == 0 ? 2 * k_mib - 65536 : 2 * k_mib;
  stage.expect_equal(left(stage, disk, 2), expected, "what was reported is what happened: " + zeroed.errors);
  stage.note(zeroed.exit_code == 0 ? "the kernel wrote the zeroes itself" : "reported: " + zeroed.errors);
  stage.clean_fio(disk.name, {{"rw", "randwrite"}, {"size", "2m"}, {"verify", "crc32c"}, {"verify_fatal", "1"}});
}

}  // namespace

std::vector<Case> discard_cases() {
  return {{.name = "discard/one-range",
           .proves = "A discarded range reads as zeroes, and its neighbours are as they were",
           .reference = "af822aa68fbd",
           .run = one_range,
           .smoke = true},
          {.name = "discard/limits",
           .proves = "Granularity and limits are the device's, and a longer discard arrives in pieces",
           .reference = "af822aa68fbd",
           .run = limits},
          {.name = "discard/not-offered",
           .proves = "A device without discard gets none",
           .reference = "dacc73ed0b88",
           .run = not_offered},
          {.name = "discard/merged",
           .proves = "Discards that are split and merged hit their ranges, no others and no foreign memory",
           .reference = "af822aa68fbd",
           .run = merged,
           .guest = {.cmdline = "slub_debug=FZ"}},
          {.name = "write-zeroes/written",
           .proves = "Zeroes are written with unmapping and without, where they should and nowhere else",
           .reference = "D17",
           .run = zeroes_written},
          {.name = "write-zeroes/not-offered",
           .proves = "Without the device's help the kernel writes zeroes itself, or says EOPNOTSUPP",
           .reference = "write zeroes unsupported",
           .run = zeroes_not_offered},
          {.name = "write-zeroes/failing",
           .proves = "Zeroes that the device fails to write are reported or written by the kernel, and I/O goes on",
           .reference = "write zeroes unsupported at run time",
           .run = zeroes_fail}};
}

}  // namespace ringside::validate
