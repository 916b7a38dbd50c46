// SPDX-License-Identifier: GPL-3.0-or-later
// What the device has and is told is what the user has and says: all sectors, the whole serial, each flush, and zeroes
// that must stay allocated.
#include <fmt/format.h>

#include "validate/allocation.h"
#include "validate/cases.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

constexpr std::uint64_t k_sectors = (64u << 20) / 512;  // of file_disk()

void last_sector(Stage& stage) {
  const auto disk = stage.take({}, file_disk(1));
  const std::string device = "/dev/" + disk.name;
  const std::string size = stage.read("/sys/block/" + disk.name + "/size");
  stage.expect(size == std::to_string(k_sectors), "the disk is as large as the device",
               fmt::format("{} sectors instead of {}", size, k_sectors));
  const std::string last = std::to_string(k_sectors - 1);
  const auto written =
      stage.run({"sh", "-c",
                 "busybox tr '\\0' e </dev/zero | dd of=" + device + " bs=512 count=1 seek=" + last +
                     " iflag=fullblock oflag=direct && dd if=" + device + " bs=512 count=1 skip=" + last +
                     " iflag=direct 2>/dev/null | busybox tr -d '\\0' | wc -c"});
  stage.expect(written.exit_code == 0 && std::atoi(written.output.c_str()) == 512,
               fmt::format("sector {}, the last, can be written and read", last),
               fmt::format("sector {} unreachable: {}", last, written.errors + written.output));
}

// The agent finds disks by their serials, so that this one is bound by hand.
std::string bind_by_hand(Stage& stage, const std::string& bus_driver) {
  const std::string driver = "/sys/bus/virtio/drivers/" + bus_driver;
  const std::string unbound =
      "for device in /sys/bus/virtio/devices/*; do [ -e $device/driver ] || [ \"$(cat $device/device)\" != 0x0002 ] || "
      "echo ${device##*/}; done";
  stage.wait_for("[ -n \"$(" + unbound + ")\" ]");
  stage.shell("for device in $(" + unbound + "); do echo $device >" + driver + "/bind || exit 1; done");
  stage.wait_for("ls -d " + driver + "/virtio*/block/*");
  const std::string folder = stage.shell("ls -d " + driver + "/virtio*/block/*");
  const auto name = folder.rfind('/') + 1;
  return folder.substr(name, folder.find('\n', name) - name);
}

void serials(Stage& stage) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRST";  // 20 bytes: the whole field, without an end mark
  for (const std::size_t length : {std::size_t{1}, std::size_t{19}, std::size_t{20}}) {
    const auto loaded = stage.load();
    vm::DiskPlan plan = null_disk(1);
    plan.serial = alphabet.substr(0, length);
    const auto plugged = stage.machine().plug(plan);
    stage.require(plugged.has_value(), "the disk can be plugged", plugged ? "" : plugged.error().text());
    const std::string disk = bind_by_hand(stage, loaded.bus_driver);
    const std::string serial = stage.read("/sys/block/" + disk + "/serial");
    stage.expect(serial == plan.serial, fmt::format("a serial of {} bytes is read as it is", length),
                 fmt::format("'{}' ({} bytes) instead of '{}' ({} bytes)", serial, serial.size(), plan.serial, length));
    stage.drop();
  }
}

void each_fsync_is_a_flush(Stage& stage) {
  constexpr std::uint64_t k_fsyncs = 20;
  vm::DiskPlan plan = file_disk(1);
  plan.device["write-cache"] = true;
  const auto disk = stage.take({}, plan);
  const auto before = stage.counted().flushes;
  stage.clean_fio(disk.name, {{"rw", "write"},
                              {"ioengine", "psync"},
                              {"direct", "0"},
                              {"fsync", "1"},
                              {"end_fsync", "1"},  // fio leaves the last one out
                              {"bs", "4k"},
                              {"size", fmt::format("{}k", 4 * k_fsyncs)}});
  const auto flushes = stage.counted().flushes - before;
  stage.note(fmt::format("{} flushes at the device for {} fsyncs", flushes, k_fsyncs));
  stage.expect(flushes >= k_fsyncs, "each fsync of a disk with a write-back cache reaches the device as a flush",
               fmt::format("{} flushes at the device for {} fsyncs", flushes, k_fsyncs));
}

std::uint64_t allocated_by(Stage& stage, const vm::DiskPlan& plan) {
  const auto bytes = allocated(stage.machine(), vm::block_node(plan));
  stage.require(bytes.has_value(), "QEMU tells what is allocated", bytes ? "" : bytes.error().text());
  return bytes->value;
}

void nounmap_keeps_blocks(Stage& stage) {
  constexpr std::uint64_t k_zeroed = 4u << 20;
  vm::DiskPlan plan = file_disk(1);
  plan.backend.options["discard"] = std::string("unmap");
  const auto disk = stage.take({}, plan);
  const auto zero = [&](const char* how) {
    // Not by the shell, which has a fallocate of its own that knows no zeroes.
    const auto done =
        stage.run({"fallocate", how, "-n", "-o", "0", "-l", std::to_string(k_zeroed), "/dev/" + disk.name});
    stage.require(done.exit_code == 0, std::string("fallocate ") + how + " zeroes a range of the disk", done.errors);
  };
  const std::string fill = "busybox tr '\\0' x </dev/zero | dd of=/dev/" + disk.name +
                           " bs=64k count=64 iflag=fullblock oflag=direct 2>/dev/null";
  // Zeroes that may be unmapped: shows that the host's files can be, and that this can be seen.
  stage.shell(fill);
  const auto filled = allocated_by(stage, plan);
  zero("-p");
  const auto punched = allocated_by(stage, plan);
  if (filled < punched + k_zeroed / 2) {
    stage.skip(fmt::format("the file system of the host's temporary files does not unmap: {} bytes before, {} after",
                           filled, punched));
  }
  stage.shell(fill);
  const auto before = allocated_by(stage, plan);
  zero("-z");
  const auto after = allocated_by(stage, plan);
  stage.note(fmt::format("{} of {} bytes stay allocated after zeroing with NOUNMAP", after, before));
  stage.expect(after + k_zeroed / 2 > before, "zeroes written with NOUNMAP stay allocated",
               fmt::format("{} bytes were unmapped though NOUNMAP was set", before > after ? before - after : 0));
}

}  // namespace

std::vector<Case> fidelity_cases() {
  return {{.name = "fidelity/last-sector",
           .proves = "The disk is as large as the device, to the last sector",
           .reference = "off by one at the end of the disk",
           .run = last_sector,
           .smoke = true},
          {.name = "fidelity/serials",
           .proves = "Serials of 1, 19 and 20 bytes are read as they are",
           .reference = "GET_ID",
           .run = serials},
          {.name = "fidelity/each-fsync-is-a-flush",
           .proves = "Each fsync reaches a device with a write-back cache as a flush",
           .reference = "flushes counted",
           .run = each_fsync_is_a_flush},
          {.name = "fidelity/nounmap-keeps-blocks",
           .proves = "Zeroes written with NOUNMAP stay allocated on the host, those without do not",
           .reference = "NOUNMAP, D17",
           .run = nounmap_keeps_blocks}};
}

}  // namespace ringside::validate
