// SPDX-License-Identifier: GPL-3.0-or-later
// Data comes back as it was written, whatever features meet.
#include <gmock/gmock.h>

#include <iostream>

#include "driver/driver_test.h"
#include "validate/pairwise.h"

namespace ringside::test {
namespace {

using validate::Factor;
using validate::pairwise;
using validate::Row;
using validate::to_text;

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
  for (const auto& [name, value] : row) {
    if (!name.starts_with("device.")) continue;
    if (name == "device.queue-size") {
      disk.device["queue-size"] = std::int64_t{std::stoi(value)};
    } else {
      disk.device[name.substr(7)] = value == "on";
    }
  }
  return disk;
}

// Eight segments at most: no split even with 16 ring entries, because a split polled I/O may fail with EAGAIN.
FioOptions job_of(const Row& row) {
  const std::string how = row.at("fio");
  FioOptions out = {{"rw", "randwrite"},  {"bsrange", "4k-32k"}, {"size", "4m"},
                    {"verify", "crc32c"}, {"verify_fatal", "1"}, {"verify_backlog", "64"}};
  out["ioengine"] = how == "libaio" ? "libaio" : "io_uring";
  if (how == "hipri") out["hipri"] = "1";
  return out;
}

// Bits of the features that were negotiated, by VirtIO's numbers.
bool has_feature(const std::string& bits, std::size_t bit) {
  return bit < bits.size() && bits[bit] == '1';
}

void expect_as_asked(const Row& row, const wire::DiskReady& disk, const std::string& bits, Params settings) {
  EXPECT_EQ(has_feature(bits, 28), row.at("device.indirect_desc") == "on" && row.at("indirect_desc") == "1");
  EXPECT_EQ(has_feature(bits, 29), row.at("device.event_idx") == "on");
  EXPECT_EQ(has_feature(bits, 34), row.at("device.packed") == "on");
  EXPECT_EQ(disk.treatment.log_line, row.at("poll") == "dedicated" ? (QueueSplit{1, 0, 1}) : (QueueSplit{2, 0, 0}));
  EXPECT_EQ(settings["poll_mode"], row.at("poll"));
  EXPECT_EQ(settings["ring_size"], row.at("device.queue-size"));
  for (const char* name : {"batch_submit", "notify_mode", "sgl_mode", "poll_lock", "irq_batch"}) {
    EXPECT_EQ(settings[name], row.at(name));
  }
}

TEST_F(DriverTest, data_survives_every_pair_of_features) {
  const auto rows = pairwise(k_features, can_poll);
  std::uint64_t ios = 0;
  for (const Row& row : rows) {
    SCOPED_TRACE(to_text(row));
    std::cout << to_text(row) << '\n';
    const auto disk = take(params_of(row), disk_of(row));
    const std::string features = read("/sys/bus/virtio/devices/" + disk.virtio_device + "/features");
    expect_as_asked(row, disk, features, settings(disk.name));
    const auto end = fio(disk.name, job_of(row));
    EXPECT_EQ(end.exit_code, 0) << end.text;
    EXPECT_EQ(end.error, 0) << end.text;
    EXPECT_GT(end.ios, 100u);
    if (row.at("fio") == "hipri") {
      EXPECT_LT(end.interrupts * 10, end.completed) << "polled I/O came by interrupt";
    } else {
      EXPECT_GT(end.interrupts, 0u);
    }
    ios += end.ios;
    drop();
    if (HasFailure()) break;
  }
  std::cout << "verified " << ios << " I/Os in " << rows.size() << " rows\n";
}

}  // namespace
}  // namespace ringside::test
