// SPDX-License-Identifier: GPL-3.0-or-later
// Data comes back as it was written, whatever features meet and whatever else goes on.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/pairwise.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

// "device." is a property of QEMU's device, "fio" what fio does; the rest are parameters, of which "poll" is two.
const std::vector<Factor> k_features = {{"poll", {"none", "dedicated", "shared"}},
                                        {"fio", {"io_uring", "hipri", "libaio"}},
                                        {"batch_submit", {"off", "per_request", "per_batch"}},
                                        {"device.queue-size", {"16", "64", "256"}},
                                        {"notify_mode", {"locked", "unlocked"}},
                                        {"sgl_mode", {"preallocated", "inline"}},
                                        {"indirect_desc", {"0", "1"}},
                                        {"irq_batch", {"0", "1"}},
                                        {"poll_lock", {"spin", "trylock"}},
                                        {"device.event_idx", {"off", "on"}},
                                        {"device.packed", {"off", "on"}},
                                        {"device.indirect_desc", {"off", "on"}}};

// What the driver has of them.
std::vector<Factor> features_of(Stage& stage) {
  std::vector<Factor> out;
  for (Factor factor : k_features) {
    if (factor.name == "poll") {
      if (!stage.has_parameter("poll_mode")) factor.values.pop_back();
      if (!stage.has_parameter("poll_queues")) factor.values = {"none"};
    } else if (factor.name != "fio" && !factor.name.starts_with("device.") && !stage.has_parameter(factor.name)) {
      continue;
    }
    out.push_back(factor);
  }
  return out;
}

// Polled I/O on a disk that does not poll fails on 6.12 (EOPNOTSUPP).
bool can_poll(const Row& row) {
  const auto poll = row.find("poll");
  const auto fio = row.find("fio");
  return poll == row.end() || fio == row.end() || fio->second != "hipri" || poll->second != "none";
}

Params params_of(const Row& row) {
  Params out;
  for (const auto& [name, value] : row) {
    if (name != "poll" && name != "fio" && !name.starts_with("device.")) out[name] = value;
  }
  out["poll_queues"] = row.at("poll") == "dedicated" ? "1" : "0";
  out["poll_mode"] = row.at("poll");
  return out;
}

vm::DiskPlan disk_of(const Row& row) {
  vm::DiskPlan disk = file_disk(2);
  disk.device["queue-size"] = std::int64_t{std::stoi(row.at("device.queue-size"))};
  for (const char* name : {"event_idx", "packed", "indirect_desc"}) {
    disk.device[name] = row.at(std::string("device.") + name) == "on";
  }
  return disk;
}

// Eight segments at most: no split even with 16 ring entries, because a split polled I/O may fail with EAGAIN.
FioOptions job_of(const Row& row) {
  FioOptions out = {{"rw", "randwrite"},  {"bsrange", "4k-32k"}, {"size", "3m"},
                    {"verify", "crc32c"}, {"verify_fatal", "1"}, {"verify_backlog", "64"}};
  out["ioengine"] = row.at("fio") == "libaio" ? "libaio" : "io_uring";
  if (row.at("fio") == "hipri") out["hipri"] = "1";
  return out;
}

void pairs_of_features(Stage& stage) {
  const auto rows = pairwise(features_of(stage), can_poll);
  std::uint64_t ios = 0;
  for (const Row& row : rows) {
    stage.scene(to_text(row));
    const auto disk = stage.take(params_of(row), disk_of(row));
    ios += stage.clean_fio(disk.name, job_of(row)).ios;
    stage.drop();
  }
  stage.scene("");
  stage.note(fmt::format("{} I/Os verified in {} combinations", ios, rows.size()));
}

// Three jobs in three quarters of the disk, sizes in steps of a sector.
const FioOptions k_mixed = {{"rw", "randwrite"},      {"bsrange", "512-64k"}, {"blockalign", "512"},
                            {"size", "4m"},           {"numjobs", "3"},       {"offset_increment", "16m"},
                            {"group_reporting", "1"}, {"verify", "crc32c"},   {"verify_fatal", "1"},
                            {"verify_backlog", "32"}, {"loops", "1000"}};

// In the last quarter: 1 MiB is written, all but a block at each end discarded or made zero, with and without
// unmapping, and read back: nothing but the two blocks may be left. (fio 3.33 aborts where it is to discard among
// writes that it verifies. A shell of busybox takes its own fallocate, which cannot do this, where no path is given.)
constexpr const char* k_zero_rounds = R"(
for i in 1 2 3 4; do for how in '/bin/fallocate -z -n' '/bin/fallocate -p -n' blkdiscard; do
  busybox tr '\0' x </dev/zero | dd of=/dev/DISK bs=64k count=16 seek=768 iflag=fullblock oflag=direct 2>/dev/null
  $how -o $((48 * 1048576 + 4096)) -l $((1048576 - 8192)) /dev/DISK || exit 1
  left=$(dd if=/dev/DISK bs=64k count=16 skip=768 iflag=direct 2>/dev/null | busybox tr -d '\0' | wc -c)
  [ $left = 8192 ] || { echo "round $i, $how: $left bytes are not zero instead of 8192"; exit 1; }
done; done)";

void mixed(Stage& stage) {
  vm::DiskPlan plan = file_disk(2);
  plan.backend.options["discard"] = std::string("unmap");
  const auto disk = stage.take({{"poll_queues", "1"}}, plan);
  stage.start_fio(disk.name, k_mixed);
  std::string rounds = k_zero_rounds;
  for (auto at = rounds.find("DISK"); at != std::string::npos; at = rounds.find("DISK")) {
    rounds.replace(at, 4, disk.name);
  }
  const auto zeroed = stage.run({"sh", "-c", rounds});
  stage.expect_equal(zeroed.exit_code, 0, "zeroed ranges read as zeroes and their neighbours as written");
  if (zeroed.exit_code != 0) stage.expect(false, "the rounds go on", zeroed.output + zeroed.errors);
  const FioEnd end = stage.stop_fio();
  stage.expect_equal(end.error, 0, "fio finds its data: " + end.text);
  stage.expect(end.ios > 500, "fio has done more than 500 I/Os", std::to_string(end.ios));
  stage.note(fmt::format("{} I/Os by fio", end.ios));
}

}  // namespace

std::vector<Case> integrity_cases() {
  return {{.name = "integrity/pairs-of-features",
           .proves = "Data survive every pair of features of driver and device that can meet",
           .reference = "data integrity",
           .run = pairs_of_features,
           .deadline = 400s},
          {.name = "integrity/mixed",
           .proves = "Random sizes and offsets by several jobs survive discards and write zeroes among them",
           .reference = "data integrity",
           .run = mixed}};
}

}  // namespace ringside::validate
