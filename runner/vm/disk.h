// SPDX-License-Identifier: GPL-3.0-or-later
// A virtio-blk disk as a value, and what QMP has to be told to plug it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/campaign.h"
#include "core/option.h"
#include "core/result.h"

namespace ringside::vm {

// One rule of QEMU's blkdebug driver: what fails, and how. Only for tests.
struct FaultRule {
  std::string event = "none";           // "none": any request; else QEMU's event name ("flush_to_disk")
  std::string iotype;                   // "read", "write", "write-zeroes", "discard", "flush"; empty: all
  int error = 5;                        // errno the guest's request fails with: 5 EIO, 28 ENOSPC
  std::optional<std::uint64_t> sector;  // only requests that touch this 512-byte sector
  bool once = false;
  bool immediately = false;
  bool operator==(const FaultRule&) const = default;
};

struct DiskPlan {
  std::string id = "disk0";  // QEMU id of the device, unique in the machine; [a-z0-9-]
  std::string serial;        // at most 20 bytes; empty: the id
  Backend backend;
  OptionMap device;      // virtio-blk properties, QEMU's names, passed verbatim
  std::string iothread;  // id of the machine's IOThread that serves it (see iothread_id); empty: the main loop
  std::vector<FaultRule> faults;
  // The file is a qcow2 image: QEMU keeps its tables in memory until the guest flushes. Only for tests.
  bool qcow2 = false;

  // What the guest finds it by. One that qemu-storage-daemon serves has a serial that cannot be chosen.
  [[nodiscard]] std::string serial_or_id() const {
    if (backend.driver == "vhost-user-blk") return "vhost_user_blk";
    return serial.empty() ? id : serial;
  }
  bool operator==(const DiskPlan&) const = default;
};

// A QMP command; `arguments` is a JSON object.
struct QmpCommand {
  std::string name;
  std::string arguments = "{}";
  bool operator==(const QmpCommand&) const = default;
};

// Whether this disk can be had at all, with the reason if not: `ioeventfd=off` with an IOThread, over MMIO a temporary
// file or injected faults, a backend driver or value that is not known.
[[nodiscard]] Result<void> check_disk(const DiskPlan& disk, Transport transport);

// The name of the disk's topmost block node.
[[nodiscard]] std::string block_node(const DiskPlan& disk);

// blockdev-add with everything below it. Errors as check_disk.
[[nodiscard]] Result<QmpCommand> blockdev_add(const DiskPlan& disk);
// device_add on the given bus (a root port).
[[nodiscard]] Result<QmpCommand> device_add(const DiskPlan& disk, std::string_view bus);
// The same for virtio-mmio, whose disks QEMU gets at its start: values for -blockdev, -device and -global.
struct FixedDisk {
  std::string blockdev;  // JSON
  std::string device;    // JSON
  bool operator==(const FixedDisk&) const = default;
};
[[nodiscard]] Result<FixedDisk> fixed_disk(const DiskPlan& disk);
// Properties of the transport rather than of the disk: "virtio-mmio.ioeventfd=off".
[[nodiscard]] std::vector<std::string> mmio_globals(const DiskPlan& disk);
[[nodiscard]] QmpCommand device_del(std::string_view id);
[[nodiscard]] QmpCommand blockdev_del(std::string_view node);
[[nodiscard]] QmpCommand block_resize(std::string_view node, Bytes size);

}  // namespace ringside::vm
