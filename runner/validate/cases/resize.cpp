// SPDX-License-Identifier: GPL-3.0-or-later
// The disk changes its size while it is in use. (Each number of vectors: queues.cpp.)
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

void set_size(Stage& stage, std::uint64_t mib) {
  const auto resized = stage.machine().resize(k_disk, Bytes{mib << 20});
  stage.require(resized.has_value(), "QEMU changes the size", resized ? "" : resized.error().text());
}

void wait_for_size(Stage& stage, const wire::DiskReady& disk, std::uint64_t mib) {
  stage.wait_for(fmt::format("[ $(cat /sys/block/{}/size) = {} ]", disk.name, mib << 11));
}

void under_io(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const auto disk = stage.take(path.params, file_disk(2));
  stage.start_fio(disk.name, endless(path.fio));
  for (const std::uint64_t mib : {128u, 32u, 64u, 96u}) {
    set_size(stage, mib);
    wait_for_size(stage, disk, mib);
  }
  const FioEnd end = stage.stop_fio();
  stage.expect(end.error == 0 && end.ios > 200, "no I/O fails while the size changes", end.text);
  // 96 MiB: the last block is there, and none behind it.
  const auto last = stage.run({"dd", "if=/dev/" + disk.name, "of=/dev/null", "bs=4096", "skip=24575"});
  stage.expect(last.errors.starts_with("1+0 records in"), "the last block of the new size can be read, and no more",
               last.errors);
}

void many_in_a_row(Stage& stage) {
  const auto disk = stage.take({}, file_disk(2));
  stage.start_fio(disk.name, endless());
  // Faster than the driver can look: what counts is the last one.
  for (std::uint64_t round = 0; round < 40; ++round) set_size(stage, 64 + round % 7);
  set_size(stage, 80);
  wait_for_size(stage, disk, 80);
  stage.expect_equal(stage.stop_fio().error, 0, "I/O goes on");
}

// The listener runs the script for every event, with the event's values as its environment.
void uevent(Stage& stage) {
  const auto disk = stage.take({}, file_disk(2));
  stage.write("/tmp/on-event", "[ -n \"$RESIZE\" ] && echo \"$DEVPATH RESIZE=$RESIZE\" >>/tmp/events\n");
  stage.shell(
      "rm -f /tmp/events; busybox uevent sh /tmp/on-event >/dev/null 2>&1 </dev/null & "
      "echo $! >/tmp/uevent.pid; usleep 500000");
  set_size(stage, 128);
  stage.wait_for("grep -q RESIZE=1 /tmp/events");
  const std::string seen = stage.shell("kill $(cat /tmp/uevent.pid); cat /tmp/events");
  stage.expect(seen.find("/block/" + disk.name + " ") != std::string::npos, "the event is of this disk", seen);
}

}  // namespace

std::vector<Case> resize_cases() {
  return {{.name = "resize/under-io",
           .proves = "A disk that grows and shrinks under I/O has the new size at once, and no I/O fails",
           .reference = "resize lost, D20",
           .run = [](Stage& stage) { under_io(stage, k_interrupt); },
           .smoke = true},
          {.name = "resize/under-polled-io",
           .proves = "The same under polled I/O",
           .reference = "resize lost, D20",
           .run = [](Stage& stage) { under_io(stage, k_polled); }},
          {.name = "resize/under-shared-polling",
           .proves = "The same where interrupts are off while I/O is polled",
           .reference = "resize lost, D20",
           .run = [](Stage& stage) { under_io(stage, k_shared_polling); }},
          {.name = "resize/many-in-a-row",
           .proves = "The last of many quick changes of size is not lost",
           .reference = "resize lost",
           .run = many_in_a_row},
          {.name = "resize/uevent",
           .proves = "User space is told of the new size by an event with RESIZE=1",
           .reference = "resize lost, D20",
           .run = uevent}};
}

}  // namespace ringside::validate
