// SPDX-License-Identifier: GPL-3.0-or-later
// What a Machine is made of; shared by machine.cpp and machine_disks.cpp only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vm/machine.h"
#include "vm/session.h"

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

  [[nodiscard]] std::optional<int> free_port() const;
  [[nodiscard]] const PluggedDisk* find(std::string_view id) const;

  BootPlan plan;
  Deadlines deadlines;
  std::unique_ptr<Session> session;
  Nanoseconds boot_time{0};
  PinningRecord pinning;
  std::vector<PluggedDisk> disks;
  int next_fd_set = 1;
};

}  // namespace ringside::vm
