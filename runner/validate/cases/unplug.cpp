// SPDX-License-Identifier: GPL-3.0-or-later
// The disk is pulled out, or its driver let go of it, while it is in use. (Polled buffers at removal: V1.)
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

void expect_an_end(Stage& stage) {
  const FioEnd end = stage.finish_fio();
  stage.expect(end.exit_code != 0 && end.error != 0, "I/O on a disk that has gone ends with an error",
               fmt::format("exit code {}, error {}\n{}", end.exit_code, end.error, end.text));
}

void under_io(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  for (int round = 1; round <= 3; ++round) {
    stage.scene(fmt::format("{}, round {}", name, round));
    const auto disk = stage.take(path.params, null_disk(2));
    stage.start_fio(disk.name, endless(path.fio));
    stage.unplug();  // waits for DEVICE_DELETED
    expect_an_end(stage);
    stage.expect(stage.comes_true("[ ! -e /sys/block/" + disk.name + " ]"), "the disk is gone from sysfs");
    stage.unload();
  }
}

void full_ring(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    Params params = path.params;
    params["queue_depth"] = "64";
    vm::DiskPlan plan = null_disk(2);
    plan.device["queue-size"] = std::int64_t{16};
    // Slow enough that requests wait for the ring when the disk goes.
    plan.backend.options["latency-ns"] = std::int64_t{2'000'000};
    const auto disk = stage.take(params, plan);
    stage.start_fio(disk.name, endless(over({{"iodepth", "64"}, {"bs", "16k"}}, path)));
    stage.unplug();
    expect_an_end(stage);
    stage.unload();
  }
}

void unbind_under_io(Stage& stage) {
  const auto disk = stage.take({}, null_disk(2));
  stage.start_fio(disk.name, endless());
  const std::string device = "/sys/bus/virtio/devices/" + disk.virtio_device;
  stage.shell("echo " + disk.virtio_device + " >" + device + "/driver/unbind");
  expect_an_end(stage);
  const auto again = stage.bind_again({k_disk});
  stage.clean_fio(again.at(0).name, {{"rw", "randread"}});
}

// A shell keeps the disk open on descriptor 3 and does as it is told once the disk has gone.
void file_operations_after(Stage& stage) {
  const auto disk = stage.take({}, file_disk(2));
  stage.shell("rm -f /tmp/gone /tmp/told; (exec 3<>/dev/" + disk.name +
              "; echo open >/tmp/told; until [ -e /tmp/gone ]; do usleep 20000; done; "
              "{ echo geometry: $(/init --geometry <&3 2>&1); "
              "echo read: $(dd bs=4096 count=1 of=/dev/null <&3 2>&1); "
              "echo write: $(dd bs=4096 count=1 if=/dev/zero conv=fsync >&3 2>/tmp/write.err; cat /tmp/write.err); } "
              ">/tmp/answers; echo done >>/tmp/told) >/dev/null 2>&1 </dev/null &");
  stage.wait_for("grep -q open /tmp/told");
  stage.unplug();
  stage.shell(": >/tmp/gone");
  stage.wait_for("grep -q done /tmp/told");
  const std::string answers = stage.read("/tmp/answers");
  stage.expect(answers.find("geometry: No such device or address") != std::string::npos,
               "the geometry of a disk that has gone is ENXIO", answers);
  stage.expect(answers.find("1+0 records in 1+0 records out") == std::string::npos,
               "neither reading nor writing succeeds", answers);
  stage.unload();
}

}  // namespace

std::vector<Case> unplug_cases() {
  return {
      {.name = "unplug/under-io",
       .proves = "A disk that is pulled out under I/O goes, its I/O ends with an error, and the driver can be removed",
       .reference = "unplug under I/O hangs, D20",
       .run = [](Stage& stage) { under_io(stage, k_interrupt); },
       .smoke = true},
      {.name = "unplug/under-polled-io",
       .proves = "The same under polled I/O",
       .reference = "unplug under I/O hangs, V1",
       .run = [](Stage& stage) { under_io(stage, k_polled); }},
      {.name = "unplug/under-shared-polling",
       .proves = "The same where interrupts are off while I/O is polled",
       .reference = "unplug under I/O hangs, V1",
       .run = [](Stage& stage) { under_io(stage, k_shared_polling); }},
      {.name = "unplug/full-ring",
       .proves = "The same while requests wait for a full ring, on every path",
       .reference = "unplug under I/O hangs, D15",
       .run = full_ring},
      {.name = "unplug/unbind-under-io",
       .proves = "A driver that is unbound under I/O ends it with an error, and can be bound to the disk again",
       .reference = "unplug under I/O hangs, D20",
       .run = unbind_under_io},
      {.name = "unplug/file-operations-after",
       .proves = "On a descriptor that outlives its disk the geometry is ENXIO, and reading and writing fail",
       .reference = "file operations after unplug",
       .run = file_operations_after}};
}

}  // namespace ringside::validate
