// SPDX-License-Identifier: GPL-3.0-or-later
// What a Machine is made of; shared by machine.cpp and machine_disks.cpp only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "vm/machine.h"
#include "vm/session.h"
#include "vm/storage_daemon.h"

namespace ringside::vm {

struct PluggedDisk {
  std::string id;
  std::string node;
  int port = 0;
  int fd_set = -1;  // of a scratch file handed to QEMU; -1: none
};

class Machine::State {
 public:
  State(const BootPlan& boot_plan, const Deadlines& limits, std::unique_ptr<Session> running)
      : plan(boot_plan), deadlines(limits), session(std::move(running)) {}

  // Binds the vCPU threads where the plan and the host allow it.
  [[nodiscard]] Result<void> pin(TimePoint deadline);

  // For a vhost-user-blk disk: its daemon, the connection and the device; and the first two away again.
  [[nodiscard]] Result<void> plug_vhost(const DiskPlan& disk, int port, TimePoint deadline);
  [[nodiscard]] Result<void> remove_vhost(const std::string& id, TimePoint deadline);

  [[nodiscard]] std::optional<int> free_port() const;
  // "Plugs" a disk that the machine was started with.
  [[nodiscard]] Result<void> take_fixed(const DiskPlan& disk);
  [[nodiscard]] const PluggedDisk* find(std::string_view id) const;

  BootPlan plan;
  Deadlines deadlines;
  std::unique_ptr<Session> session;
  Nanoseconds boot_time{0};
  PinningRecord pinning;
  std::vector<PluggedDisk> disks;
  std::map<std::string, StorageDaemon> daemons;  // by the disk's id
  int next_fd_set = 1;
};

}  // namespace ringside::vm
