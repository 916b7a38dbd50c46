// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of queues and interrupt vectors that do not fit the CPUs, and a change of size on each of them.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

const FioOptions k_verified = {{"rw", "randwrite"}, {"size", "2m"}, {"verify", "crc32c"}, {"verify_fatal", "1"}};

// Every CPU must have a hardware context of the default type: what it submits goes somewhere.
void expect_every_cpu_mapped(Stage& stage, const std::string& disk) {
  const std::string lists = stage.shell("cat /sys/block/" + disk + "/mq/*/cpu_list");
  for (const int cpu : {0, 1}) {
    stage.expect(lists.find(std::to_string(cpu)) != std::string::npos, fmt::format("CPU {} has a queue", cpu), lists);
    const auto read = stage.run({"taskset", std::to_string(1 << cpu), "dd", "if=/dev/" + disk, "of=/dev/null", "bs=64k",
                                 "count=16", "iflag=direct"});
    stage.expect(read.exit_code == 0, fmt::format("what CPU {} submits comes back", cpu), read.errors);
  }
}

void change_size(Stage& stage, const std::string& disk) {
  for (const std::uint64_t mib : {128u, 32u, 64u}) {
    const auto resized = stage.machine().resize(k_disk, Bytes{mib << 20});
    stage.require(resized.has_value(), "QEMU changes the size", resized ? "" : resized.error().text());
    stage.wait_for(fmt::format("[ $(cat /sys/block/{}/size) = {} ]", disk, mib << 11));
  }
}

template <std::int64_t vectors>
void vectors_of(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(fmt::format("vectors={}, {}", vectors, path.name));
    vm::DiskPlan plan = file_disk(2);
    plan.device["vectors"] = vectors;
    const auto disk = stage.take(path.params, plan);
    expect_every_cpu_mapped(stage, disk.name);
    change_size(stage, disk.name);
    stage.clean_fio(disk.name, over(k_verified, path));
    stage.drop();
  }
}

void more_queues_than_cpus(Stage& stage) {
  for (const Path& path : stage.paths()) {
    for (const std::int64_t offered : {4, 8}) {
      stage.scene(fmt::format("num-queues={}, {}", offered, path.name));
      const auto disk = stage.take(path.params, file_disk(offered));
      const auto split = disk.treatment.hctx.value_or(QueueSplit{});
      const auto queues = split.default_queues + split.poll_queues;
      stage.expect(queues >= 1 && queues <= 2, "no more hardware contexts than the two CPUs",
                   fmt::format("{} default, {} poll", split.default_queues, split.poll_queues));
      expect_every_cpu_mapped(stage, disk.name);
      if (offered == 4) stage.clean_fio(disk.name, over(k_verified, path));
      stage.drop();
    }
  }
}

void one_queue_cannot_be_split(Stage& stage) {
  if (!stage.has_parameter("poll_queues")) stage.skip("the driver has no parameter poll_queues");
  const auto disk = stage.take({{"poll_queues", "1"}}, file_disk(1));
  const auto split = disk.treatment.hctx.value_or(QueueSplit{});
  stage.expect_equal(split.default_queues, 1, "the one queue stays a default queue");
  stage.expect_equal(split.poll_queues, 0, "no poll queue is left");
  stage.clean_fio(disk.name, k_verified);
}

}  // namespace

std::vector<Case> queue_cases() {
  const std::string vectors = "I/O on every path, every CPU mapped, and each change of size seen with ";
  return {{.name = "queues/vectors-3",
           .proves = vectors + "a vector per queue",
           .reference = "a9ae6fe1c319",
           .run = vectors_of<3>},
          {.name = "queues/vectors-2",
           .proves = vectors + "one vector for all queues",
           .reference = "a9ae6fe1c319",
           .run = vectors_of<2>},
          {.name = "queues/vectors-1",
           .proves = vectors + "a single vector",
           .reference = "a9ae6fe1c319",
           .run = vectors_of<1>},
          {.name = "queues/vectors-0",
           .proves = vectors + "no MSI-X at all",
           .reference = "a9ae6fe1c319",
           .run = vectors_of<0>,
           .smoke = true},
          {.name = "queues/more-than-cpus",
           .proves = "A device with 4 or 8 queues works with 2 CPUs, each of them mapped, on every path",
           .reference = "-smp 2, num-queues=4",
           .run = more_queues_than_cpus},
          {.name = "queues/one-cannot-be-split",
           .proves = "poll_queues=1 on a disk with one queue leaves it for interrupts",
           .reference = "D1",
           .run = one_queue_cannot_be_split}};
}

}  // namespace ringside::validate
