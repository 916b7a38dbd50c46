// SPDX-License-Identifier: GPL-3.0-or-later
// Rings that are too small for what is asked of them, packed rings, and rings without their extras.
#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

// More requests at a time than a ring of 16 can hold.
const FioOptions k_deep = {
    {"rw", "randwrite"},  {"bs", "16k"},        {"size", "4m"}, {"iodepth", "64"}, {"iodepth_batch_submit", "32"},
    {"verify", "crc32c"}, {"verify_fatal", "1"}};
const FioOptions k_verified = {{"rw", "randwrite"},  {"bsrange", "4k-32k"}, {"size", "4m"},
                               {"verify", "crc32c"}, {"verify_fatal", "1"}, {"verify_backlog", "64"}};
// One request of 256 pages.
const FioOptions k_long = {{"rw", "write"},  {"ioengine", "libaio"}, {"bs", "1m"},         {"size", "8m"},
                           {"iodepth", "4"}, {"verify", "crc32c"},   {"verify_fatal", "1"}};

vm::DiskPlan ring_of(std::int64_t entries, OptionMap more = {}) {
  vm::DiskPlan disk = file_disk(2);
  disk.device["queue-size"] = entries;
  disk.device.merge(more);
  return disk;
}

void verify_on_every_path(Stage& stage, const vm::DiskPlan& plan, const FioOptions& options) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    Params params = path.params;
    params["queue_depth"] = "64";
    const auto disk = stage.take(params, plan);
    stage.clean_fio(disk.name, over(options, path));
    stage.drop();
  }
}

void full_ring(Stage& stage) {
  verify_on_every_path(stage, ring_of(16), k_deep);
}

void full_ring_without_indirect(Stage& stage) {
  verify_on_every_path(stage, ring_of(16, {{"indirect_desc", false}}), k_verified);
}

void full_packed_ring(Stage& stage) {
  verify_on_every_path(stage, ring_of(16, {{"packed", true}, {"indirect_desc", false}}), k_verified);
}

void packed(Stage& stage) {
  verify_on_every_path(stage, ring_of(256, {{"packed", true}}), k_verified);
}

void without_event_index(Stage& stage) {
  verify_on_every_path(stage, ring_of(128, {{"event_idx", false}}), k_verified);
}

void chain_longer_than_ring(Stage& stage) {
  const auto disk = stage.take({}, ring_of(16, {{"seg-max-adjust", false}, {"indirect_desc", false}}));
  stage.note("max_segments " + stage.read("/sys/block/" + disk.name + "/queue/max_segments"));
  stage.clean_fio(disk.name, k_long);
}

void long_chain_in_indirect_table(Stage& stage) {
  const auto disk = stage.take({}, ring_of(16));
  const std::string segments = stage.read("/sys/block/" + disk.name + "/queue/max_segments");
  stage.expect(std::atoi(segments.c_str()) <= 14, "no more segments than the device allows: 14", segments);
  stage.clean_fio(disk.name, k_long);
}

}  // namespace

std::vector<Case> ring_cases() {
  return {{.name = "rings/full-ring",
           .proves = "A deep queue on a ring of 16 entries is delayed and loses nothing, on every path",
           .reference = "queue-size=16",
           .run = full_ring,
           .smoke = true},
          {.name = "rings/full-ring-without-indirect",
           .proves = "The same where each segment takes an entry of the ring",
           .reference = "queue-size=16, indirect_desc=off",
           .run = full_ring_without_indirect},
          {.name = "rings/full-packed-ring",
           .proves = "A packed ring of 16 entries goes on after a failed add, on every path",
           .reference = "packed=on, ring full",
           .run = full_packed_ring,
           .smoke = true},
          {.name = "rings/packed",
           .proves = "Data comes back from a packed ring as it was written, on every path",
           .reference = "packed=on",
           .run = packed},
          {.name = "rings/without-event-index",
           .proves = "Data comes back where neither side says when it wants to be told, on every path",
           .reference = "event_idx=off",
           .run = without_event_index},
          {.name = "rings/chain-longer-than-ring",
           .proves = "A request of 256 pages is split for a ring of 16 entries whose device claims 126 segments",
           .reference = "queue-size=16, seg-max-adjust=off, indirect_desc=off",
           .run = chain_longer_than_ring},
          {.name = "rings/long-chain-in-indirect-table",
           .proves = "The limit of segments is kept where an indirect table would hold more",
           .reference = "VirtIO 1.2, 2.7.5.3.1",
           .run = long_chain_in_indirect_table}};
}

}  // namespace ringside::validate
