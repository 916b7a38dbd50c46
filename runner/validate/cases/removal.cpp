// SPDX-License-Identifier: GPL-3.0-or-later
// The disk is taken away while polled I/O is in flight and its task does not poll: it is stopped.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

// Short, so that the kernel tells who waits within the patience below.
constexpr const char* k_hung_after = "/proc/sys/kernel/hung_task_timeout_secs";
constexpr Nanoseconds k_patience = 12s;

std::string in_flight(Stage& stage, const std::string& disk) {
  return stage.shell("read reads writes </sys/block/" + disk + "/inflight; echo -n $((reads + writes))");
}

// Polled I/O of which some has not been taken in, and will not be by its task.
wire::DiskReady left_alone(Stage& stage, const Path& path) {
  const auto disk = stage.take(path.params, null_disk(2));
  // One by one: requests that end together are taken in together, and the task is stopped before it submits others.
  stage.limit_iops(200);
  stage.start_fio(disk.name, endless(path.fio));
  stage.shell("busybox killall -STOP fio; usleep 300000");
  stage.require(in_flight(stage, disk.name) != "0", "the kernel counts polled I/O of a stopped task as in flight");
  stage.note(in_flight(stage, disk.name) + " polled requests wait for a stopped task");
  return disk;
}

void io_ends_with_an_error(Stage& stage) {
  stage.shell("busybox killall -CONT fio 2>/dev/null; true");
  const FioEnd end = stage.finish_fio();
  stage.expect(end.exit_code != 0, "I/O on a disk that has gone ends with an error", end.text);
}

void unbound(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const auto disk = left_alone(stage, path);
  const std::string before = stage.read(k_hung_after);
  stage.write(k_hung_after, "4");
  stage.shell("rm -f /tmp/unbound; (echo " + disk.virtio_device + " >/sys/bus/virtio/devices/" + disk.virtio_device +
              "/driver/unbind; echo done >/tmp/unbound) </dev/null >/dev/null 2>&1 & echo $! >/tmp/unbind.pid");
  if (!stage.comes_true("[ -s /tmp/unbound ]", k_patience)) {
    stage.fail(fmt::format("a removal takes in polled I/O by itself, but it waits for {} polled requests that nobody "
                           "polls for",
                           in_flight(stage, disk.name)),
               stage.shell("cat /proc/$(cat /tmp/unbind.pid)/stack"));
  }
  stage.write(k_hung_after, before);
  io_ends_with_an_error(stage);
  const auto again = stage.bind_again({k_disk});
  stage.clean_fio(again.at(0).name, over({{"rw", "randread"}}, path));
}

void pulled_out(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const auto disk = left_alone(stage, path);
  stage.unplug();  // waits for DEVICE_DELETED
  io_ends_with_an_error(stage);
  stage.expect(stage.comes_true("[ ! -e /sys/block/" + disk.name + " ]"), "the disk is gone from sysfs");
}

}  // namespace

std::vector<Case> removal_cases() {
  return {{.name = "removal/unbound-while-nobody-polls",
           .proves = "Unbinding takes in polled I/O whose task does not poll, and the disk can be bound again",
           .reference = "V1",
           .run = [](Stage& stage) { unbound(stage, k_polled); }},
          {.name = "removal/pulled-out-while-nobody-polls",
           .proves = "A disk that is pulled out goes, though the task of its polled I/O does not poll",
           .reference = "V1",
           .run = [](Stage& stage) { pulled_out(stage, k_polled); }},
          {.name = "removal/pulled-out-while-nobody-polls-shared",
           .proves = "The same where interrupts are off while I/O is polled",
           .reference = "V1",
           .run = [](Stage& stage) { pulled_out(stage, k_shared_polling); }}};
}

}  // namespace ringside::validate
