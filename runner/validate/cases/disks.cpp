// SPDX-License-Identifier: GPL-3.0-or-later
// What a device says of itself: block sizes that are usual or impossible, and that it must not be written to.
#include <fmt/format.h>

#include <cerrno>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

vm::DiskPlan disk_with_blocks_of(std::int64_t bytes) {
  vm::DiskPlan disk = file_disk(2);
  disk.device["logical_block_size"] = bytes;
  disk.device["physical_block_size"] = bytes;
  return disk;
}

template <std::int64_t bytes>
void blocks_of(Stage& stage) {
  const std::string size = std::to_string(bytes);
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = stage.take(path.params, disk_with_blocks_of(bytes));
    const std::string queue = "/sys/block/" + disk.name + "/queue/";
    stage.expect_equal(stage.read(queue + "logical_block_size"), size, "the logical block size is the device's");
    stage.clean_fio(disk.name, over({{"rw", "randwrite"}, {"bs", size}, {"size", "1m"}, {"verify", "crc32c"}}, path));
    if (bytes > 512) {
      const auto less = stage.fio(disk.name, over({{"rw", "randread"}, {"bs", "512"}, {"size", "1m"}}, path));
      stage.expect(less.first_error == EINVAL || less.error == EINVAL, "direct I/O of less than a block is refused",
                   less.text);
      stage.expect(less.completed == 0, "no such I/O reaches the disk", std::to_string(less.completed));
    }
    stage.drop();
  }
}

void blocks_larger_than_a_page(Stage& stage) {
  const auto loaded = stage.load();
  const auto plugged = stage.machine().plug(disk_with_blocks_of(8192));
  stage.require(plugged.has_value(), "the disk can be plugged", plugged ? "" : plugged.error().text());
  const wire::BindDisks bind{loaded.bus_driver, {k_disk}, "none", 5s};
  const auto ready = stage.machine().ask_for<wire::DisksReady>(bind, stage.in(60s));
  if (ready) {
    // Kernels since 6.15 can do it.
    stage.clean_fio(ready->disks.at(0).name, {{"rw", "randwrite"}, {"bs", "8k"}, {"verify", "crc32c"}});
    return;
  }
  stage.note("refused: " + stage.shell("dmesg | grep -i 'block size' | tail -n 1 || true"));
  stage.unplug();
  const auto next = stage.bind({file_disk(2)});
  stage.clean_fio(next.at(0).name, {{"rw", "randwrite"}, {"verify", "crc32c"}});
}

void read_only(Stage& stage) {
  vm::DiskPlan plan = null_disk(2);
  plan.backend.options["read-only"] = true;
  plan.backend.options["read-zeroes"] = true;
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = stage.take(path.params, plan);
    stage.expect_equal(stage.read("/sys/block/" + disk.name + "/ro"), "1", "sysfs says that the disk is read-only");
    const auto written = stage.run({"dd", "if=/dev/zero", "of=/dev/" + disk.name, "bs=4096", "count=1"});
    stage.expect(written.exit_code != 0, "writing is refused", written.errors);
    stage.clean_fio(disk.name, over({{"rw", "randread"}}, path));
    stage.drop();
  }
}

Case block_size(std::int64_t bytes, void (*run)(Stage&)) {
  return {.name = fmt::format("disks/blocks-of-{}", bytes),
          .proves = fmt::format("Blocks of {} bytes are honoured and data comes back, on every path", bytes),
          .reference = "block size missing or odd",
          .run = run};
}

}  // namespace

std::vector<Case> disk_cases() {
  return {block_size(512, blocks_of<512>),
          block_size(1024, blocks_of<1024>),
          block_size(2048, blocks_of<2048>),
          block_size(4096, blocks_of<4096>),
          {.name = "disks/blocks-larger-than-a-page",
           .proves = "A block size that the kernel cannot do is refused without harm, and the next disk works",
           .reference = "block size missing or odd",
           .run = blocks_larger_than_a_page},
          {.name = "disks/read-only",
           .proves = "A read-only disk is shown as such, refuses writing and can be read, on every path",
           .reference = "read-only disk",
           .run = read_only,
           .smoke = true}};
}

}  // namespace ringside::validate
