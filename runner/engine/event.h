// SPDX-License-Identifier: GPL-3.0-or-later
// What a running campaign tells the outside: a terminal line, JSON lines, a test.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "core/cell.h"
#include "core/ids.h"
#include "core/measurement.h"
#include "core/units.h"

namespace ringside::engine {

struct CampaignStarted {
  Uuid campaign;
  std::string name;
  int blocks = 0;
  int blocks_done = 0;           // of an earlier, interrupted run
  std::size_t measurements = 0;  // that are still to come
  Nanoseconds estimate{0};
};
struct BootStarted {
  int block = 0;
  std::string kernel;
  std::string accel;  // "kvm", "tcg"
};
struct BootReady {
  int block = 0;
  Nanoseconds took{0};  // QEMU's start to the agent's hello
};
struct ArmReady {
  int block = 0;
  std::string arm;
  Nanoseconds took{0};  // unplug, reload, plug, bind
  std::vector<std::string> warnings;
};
struct CellStarted {
  int block = 0;
  std::string arm;
  std::string cell;  // its key
  int run = 1;
  Nanoseconds expected{0};
};
struct CellDone {
  int block = 0;
  std::string arm;
  std::string cell;
  MeasurementStatus status = MeasurementStatus::valid;
  std::string reason;
  double iops = 0;       // all directions; 0 where there is no result
  std::size_t done = 0;  // measurements of this run so far
  std::size_t total = 0;
  Nanoseconds remaining{0};
};
// A block that will be repeated whole, or that is given up.
struct BlockBroken {
  int block = 0;
  int attempt = 1;
  std::string reason;
  bool repeated = false;
};
struct BlockDone {
  int block = 0;
  int blocks = 0;
};
// Anything a person should read while it happens ("KVM runs no guest here, using TCG").
struct Notice {
  std::string text;
};
struct CampaignEnded {
  Uuid campaign;
  std::string status;  // as in the store: "finished", "interrupted", "failed"
};

using Event = std::variant<CampaignStarted, BootStarted, BootReady, ArmReady, CellStarted, CellDone, BlockBroken,
                           BlockDone, Notice, CampaignEnded>;

// Called on the thread that runs the campaign, never while fio runs in the guest.
using Observer = std::function<void(const Event&)>;

}  // namespace ringside::engine
