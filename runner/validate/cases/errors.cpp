// SPDX-License-Identifier: GPL-3.0-or-later
// What the device fails, the program gets as an error: each of its I/Os, on every path.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

constexpr int k_eio = 5;  // also for ENOSPC: VirtIO has one status for both
constexpr std::uint64_t k_bad_sector = 2048;

vm::DiskPlan broken_disk(const std::string& id, const std::string& direction, int error) {
  vm::DiskPlan disk = null_disk(2, id);
  // QEMU too would make one I/O of several, and fail them all.
  disk.device["request-merging"] = false;
  disk.faults = {{.event = "none", .iotype = direction, .error = error, .sector = k_bad_sector}};
  return disk;
}

// One by one, in batches that are submitted, and where the driver can in batches that the interrupt completes.
std::vector<Path> paths_of_errors(Stage& stage) {
  std::vector<Path> out = stage.paths();
  out.push_back({"one by one", {}, {{"ioengine", "libaio"}, {"iodepth_batch_submit", "1"}}});
  if (stage.has_parameter("irq_batch")) out.push_back({"batch in the interrupt", {{"irq_batch", "1"}}, {}});
  return out;
}

// Exactly one: the I/O around it goes well.
void expect_one_error(Stage& stage, const wire::DiskReady& disk, const std::string& direction, const Path& path) {
  // Unmerged, so that one I/O alone touches the bad sector.
  stage.write("/sys/block/" + disk.name + "/queue/nomerges", "2");
  FioOptions io = over({{"rw", direction}}, path);
  io["continue_on_error"] = "io";
  const FioEnd end = stage.fio(disk.name, io);
  const auto counted = stage.counted(disk.serial);
  const auto failed = direction == "read" ? counted.failed_reads : counted.failed_writes;
  const std::string seen = fmt::format("the device failed {} of the {}s, fio got {} errors, the first of them {}",
                                       failed, direction, end.total_errors, end.first_error);
  stage.require(failed >= 1, "the device fails an I/O", seen);
  stage.expect(end.total_errors == 1 && end.first_error == k_eio,
               fmt::format("the {} of sector {} that the device fails ends with EIO", direction, k_bad_sector), seen);
}

void reach_the_program(Stage& stage) {
  for (const Path& path : paths_of_errors(stage)) {
    stage.scene(path.name);
    stage.load(path.params);
    const auto disks = stage.bind({broken_disk("disk0", "read", 5), broken_disk("disk1", "write", 28)});
    expect_one_error(stage, disks.at(0), "read", path);
    expect_one_error(stage, disks.at(1), "write", path);
    stage.drop();
  }
}

}  // namespace

std::vector<Case> error_cases() {
  return {{.name = "errors/reach-the-program",
           .proves = "EIO and ENOSPC of the device reach the program for the I/O that they belong to, on every path",
           .reference = "errors propagate, IOPOLL with errors",
           .run = reach_the_program}};
}

}  // namespace ringside::validate
