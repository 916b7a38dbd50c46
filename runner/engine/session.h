// SPDX-License-Identifier: GPL-3.0-or-later
// One boot in which arms change: driver out and in, disks out and in, fio runs in between.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/option.h"
#include "core/result.h"
#include "core/units.h"
#include "vm/machine.h"
#include "wire/messages.h"

namespace ringside::engine {

// What came of setting up an arm.
struct ArmSetup {
  wire::DriverLoaded driver;
  std::vector<wire::DiskReady> disks;
  std::vector<std::string> warnings;  // the guest's, and clamped queue counts
  Nanoseconds took{0};                // from the first step of taking the old arm down to the disks' being ready
};

class Session {
 public:
  // Boots to the agent's hello. On failure `record` holds what is known of the boot.
  [[nodiscard]] static Result<Session> boot(const vm::BootPlan& plan, std::stop_token stop, vm::BootRecord& record);

  // Takes the present arm down, if there is one, and sets this one up. After an error the boot is of no further use.
  [[nodiscard]] Result<ArmSetup> change_to(const Arm& arm);

  // Runs fio on the present arm's disks with these merged options. An error is of the boot, not of fio.
  [[nodiscard]] Result<wire::FioDone> run_fio(const OptionMap& options);
  // The same with probes attached around it, of this tier ("0", "1", "2", "empty").
  [[nodiscard]] Result<wire::FioDone> run_fio_probed(const OptionMap& options, std::string_view tier);

  [[nodiscard]] vm::Machine& machine() { return *m_machine; }
  [[nodiscard]] Result<void> power_off();

 private:
  explicit Session(std::unique_ptr<vm::Machine> machine) : m_machine(std::move(machine)) {}
  Result<void> take_down();
  Result<wire::FioDone> run_fio(const OptionMap& options, std::vector<std::string> probes);
  Result<wire::DriverLoaded> load_driver(const Arm& arm);
  Result<std::vector<wire::DiskReady>> plug_disks(const Arm& arm, const std::string& bus_driver);

  std::unique_ptr<vm::Machine> m_machine;
  std::string m_module;              // loaded by the present arm
  std::vector<std::string> m_disks;  // block device names of the present arm
  std::string m_mapper;              // "dm-0" over them; empty where fio works on the disks themselves
};

// The disks of an arm, as they are plugged.
[[nodiscard]] std::vector<vm::DiskPlan> disks_of(const Arm& arm);

// How long fio may take before its process group is killed: what it asks for, half as much again, and 30 s to start.
[[nodiscard]] Nanoseconds fio_deadline(const OptionMap& options);

}  // namespace ringside::engine
