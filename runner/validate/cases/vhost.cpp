// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that another process serves by vhost-user, and that process's end under load.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

vm::DiskPlan served_disk(std::int64_t queues) {
  vm::DiskPlan disk;
  disk.id = k_disk;
  disk.backend.driver = "vhost-user-blk";
  disk.backend.size = Bytes{64u << 20};
  disk.device["num-queues"] = queues;
  return disk;
}

const FioOptions k_reads = {{"rw", "randread"}, {"size", "8m"}};

void io(Stage& stage) {
  const auto disk = stage.take({}, served_disk(2));
  stage.clean_fio(disk.name, k_reads);
  stage.clean_fio(disk.name, {{"rw", "randwrite"}, {"size", "8m"}});
}

void more_queues_than_cpus(Stage& stage) {
  const auto disk = stage.take({}, served_disk(4));
  stage.expect(disk.treatment.log_line == QueueSplit{2, 0, 0}, "two CPUs have two queues of four");
  stage.clean_fio(disk.name, k_reads);
}

// The device never answers again. What is waited for then is the driver's business, but the guest has to live, and to
// let go of the disk.
void killed(Stage& stage) {
  const auto disk = stage.take({}, served_disk(2));
  stage.start_fio(disk.name, endless());
  const auto killed = stage.machine().kill_backend(k_disk);
  stage.require(killed.has_value(), "the process that serves the disk is killed");
  const bool ended = stage.comes_true("[ -s /tmp/background.rc ]", 10s);
  stage.note(ended ? "fio ends with error " + std::to_string(stage.finish_fio().error) : "fio waits for its I/O");
  stage.shell("true");  // the guest answers
  stage.unplug(k_disk);
  stage.wait_for("[ ! -e /sys/block/" + disk.name + " ]");
  stage.wait_for("[ -s /tmp/background.rc ]");
}

}  // namespace

std::vector<Case> vhost_cases() {
  const GuestNeeds shared{.shared_memory = true};
  GuestNeeds own = shared;
  own.own = true;
  return {{.name = "vhost/io",
           .proves = "A disk that another process serves does I/O",
           .reference = "vhost-user-blk",
           .run = io,
           .guest = shared},
          {.name = "vhost/more-queues-than-cpus",
           .proves = "Such a disk with more queues than there are CPUs gets one for each and does I/O",
           .reference = "more queues than vCPUs",
           .run = more_queues_than_cpus,
           .guest = shared},
          {.name = "vhost/killed-under-io",
           .proves = "The end of that process under I/O harms no guest, and the disk can be pulled out",
           .reference = "unplug under I/O hangs",
           .run = killed,
           .guest = own}};
}

}  // namespace ringside::validate
