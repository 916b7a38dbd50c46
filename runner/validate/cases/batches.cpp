// SPDX-License-Identifier: GPL-3.0-or-later
// Batches that are completed together in the interrupt, and what a request allocates.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "validate/cases.h"
#include "validate/list_pools.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

// Runs so short that many end with much in flight, on four disks with four queues each at once.
void short_runs(Stage& stage) {
  constexpr int k_rounds = 6;
  stage.load({{"irq_batch", "1"}});
  std::vector<vm::DiskPlan> plans;
  for (const char* id : {"disk0", "disk1", "disk2", "disk3"}) plans.push_back(null_disk(4, id));
  std::string fio =
      "fio --output-format=terse --ioengine=libaio --direct=1 --rw=randread --bs=4k --size=16m --iodepth=128 "
      "--iodepth_batch_submit=16 --iodepth_batch_complete_min=1 --runtime=1 --time_based --allow_file_create=0";
  std::string idle;
  for (const auto& disk : stage.bind(plans)) {
    fio += " --name=" + disk.name + " --filename=/dev/" + disk.name;
    idle += " /sys/block/" + disk.name + "/inflight";
  }
  for (int round = 1; round <= k_rounds; ++round) {
    stage.scene(fmt::format("short run {}", round));
    const auto done = stage.run({"timeout", "30", "sh", "-c", fio});
    stage.require(done.exit_code == 0, "fio ends, without an error", done.output + done.errors);
    stage.wait_for("! busybox cut -c-100 " + idle + " | grep -q '[1-9]'");
  }
}

constexpr const char* k_probes = "/sys/kernel/tracing/kprobe_events";

std::string watch_pools() {
  return "f=$(grep -oE ' mempool_alloc(_noprof)?$' /proc/kallsyms | head -n 1); [ -n \"$f\" ] && echo "
         "\"p:ringside/list $f " +
         list_pools("%di") + "\" >>" + k_probes;
}

std::ptrdiff_t lists_allocated(Stage& stage, const std::string& disk, const std::string& block_size) {
  const auto events = stage.traced({"ringside:list"}, [&] {
    stage.clean_fio(disk, {{"rw", "randread"}, {"bs", block_size}, {"size", "8m"}, {"number_ios", "128"}});
  });
  return std::ranges::count_if(events, is_list);
}

constexpr const char* k_huge_pages = "/sys/kernel/mm/transparent_hugepage/enabled";

void small_requests_allocate_no_list(Stage& stage) {
  // fio's memory in one piece would make one segment of the longest request.
  stage.write(k_huge_pages, "never");
  stage.shell(watch_pools());
  const auto disk = stage.take({{"sgl_mode", "inline"}}, null_disk(2));
  // Merging would make long requests of short ones.
  stage.write("/sys/block/" + disk.name + "/queue/nomerges", "2");
  const auto one = lists_allocated(stage, disk.name, "4k");
  const auto two = lists_allocated(stage, disk.name, "8k");
  const auto many = lists_allocated(stage, disk.name, "256k");
  stage.write(k_huge_pages, "always");
  stage.shell(std::string("echo '-:ringside/list' >>") + k_probes);
  stage.note(fmt::format("lists from the pools for 128 reads each: {} of 4k, {} of 8k, {} of 256k", one, two, many));
  stage.expect_equal(one, 0, "a request of one segment allocates no list");
  stage.expect_equal(two, 0, "a request of two segments allocates no list");
  if (many == 0) stage.skip("fio's memory lies in one piece, so that long requests need no list either");
}

}  // namespace

std::vector<Case> batch_cases() {
  return {{.name = "batches/short-runs",
           .proves = "Short deep runs on many disks and queues end, with nothing left in flight",
           .reference = "afd384f0dbea",
           .run = short_runs,
           .guest = {.vcpus = 4}},
          {.name = "batches/small-requests-allocate-no-list",
           .proves = "Requests of up to two segments take no scatter list from the pool",
           .reference = "V7",
           .run = small_requests_allocate_no_list}};
}

}  // namespace ringside::validate
