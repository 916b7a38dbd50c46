// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session.h"

#include <fmt/format.h>

#include "engine/topology.h"
#include "fio/job.h"
#include "image/image.h"
#include "probe/treatment.h"

namespace ringside::engine {
namespace {

using std::chrono::duration_cast;
using std::chrono::seconds;

constexpr Nanoseconds k_step_deadline = seconds(30);              // load, unload, bind
constexpr Nanoseconds k_answer_margin = seconds(15);              // for what the guest does around fio
constexpr Nanoseconds k_around_probes = std::chrono::minutes(4);  // twice what the agent allows the loader
constexpr Nanoseconds k_power_off_deadline = seconds(10);
constexpr Nanoseconds k_unbounded_fio = std::chrono::minutes(10);  // a job that a number of I/Os ends

std::map<std::string, std::string> texts_of(const OptionMap& options) {
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : options) out.emplace(name, to_text(value));
  return out;
}

}  // namespace

std::vector<vm::DiskPlan> disks_of(const Arm& arm) {
  std::vector<vm::DiskPlan> disks;
  for (int index = 0; index < arm.topology.disks; ++index) {
    vm::DiskPlan disk;
    disk.id = fmt::format("disk{}", index);
    disk.backend = arm.backend;
    disk.device = arm.device;
    disk.iothread = vm::iothread_for_disk(arm.machine.iothread, index);
    disks.push_back(std::move(disk));
  }
  return disks;
}

Nanoseconds fio_deadline(const OptionMap& options) {
  const auto expected = fio::expected_duration(options);
  return expected ? *expected + *expected / 2 + seconds(30) : k_unbounded_fio;
}

Result<Session> Session::boot(const vm::BootPlan& plan, std::stop_token stop, vm::BootRecord& record) {
  auto machine = vm::Machine::boot(plan, {}, std::move(stop), &record);
  if (!machine) return std::unexpected(std::move(machine.error()));
  return Session(std::move(*machine));
}

Result<ArmSetup> Session::change_to(const Arm& arm) {
  const TimePoint start = SteadyClock::now();
  if (auto down = take_down(); !down) return std::unexpected(std::move(down.error()).within("taking the old arm down"));
  ArmSetup setup;
  auto driver = load_driver(arm);
  if (!driver) return std::unexpected(std::move(driver.error()).within("loading the driver"));
  setup.driver = std::move(*driver);
  auto disks = plug_disks(arm, setup.driver.bus_driver);
  if (!disks) return std::unexpected(std::move(disks.error()).within("plugging the disks"));
  setup.disks = std::move(*disks);
  auto mapper = build_topology(*m_machine, arm.topology, setup.disks);
  if (!mapper) return std::unexpected(std::move(mapper.error()).within("building the topology"));
  m_mapper = std::move(*mapper);
  setup.warnings = setup.driver.warnings;
  if (auto warning = probe::clamped(arm)) setup.warnings.push_back(std::move(*warning));
  setup.took = SteadyClock::now() - start;
  return setup;
}

Result<void> Session::take_down() {
  if (!m_mapper.empty()) {
    if (auto removed = remove_topology(*m_machine); !removed) return removed;
    m_mapper.clear();
  }
  for (const std::string& id : m_machine->disks()) {
    if (auto gone = m_machine->unplug(id); !gone) return gone;
  }
  m_disks.clear();
  if (m_module.empty()) return {};
  auto unloaded = m_machine->ask_for<wire::Done>(wire::UnloadDriver{m_module}, SteadyClock::now() + k_step_deadline);
  if (!unloaded) return std::unexpected(std::move(unloaded.error()));
  m_module.clear();
  return {};
}

Result<wire::DriverLoaded> Session::load_driver(const Arm& arm) {
  auto loaded = m_machine->ask_for<wire::DriverLoaded>(
      wire::LoadDriver{image::driver_in_guest(arm.driver), texts_of(arm.params)}, SteadyClock::now() + k_step_deadline);
  if (loaded) m_module = loaded->name;
  return loaded;
}

Result<std::vector<wire::DiskReady>> Session::plug_disks(const Arm& arm, const std::string& bus_driver) {
  wire::BindDisks bind;
  bind.bus_driver = bus_driver;
  bind.scheduler = arm.topology.scheduler;
  for (const vm::DiskPlan& disk : disks_of(arm)) {
    if (auto plugged = m_machine->plug(disk); !plugged) return std::unexpected(std::move(plugged.error()));
    bind.serials.push_back(disk.serial_or_id());
  }
  auto ready = m_machine->ask_for<wire::DisksReady>(bind, SteadyClock::now() + bind.deadline + k_answer_margin);
  if (!ready) return std::unexpected(std::move(ready.error()));
  for (const wire::DiskReady& disk : ready->disks) m_disks.push_back(disk.name);
  return std::move(ready->disks);
}

Result<wire::FioDone> Session::run_fio(const OptionMap& options) {
  return run_fio(options, {});
}

Result<wire::FioDone> Session::run_fio_probed(const OptionMap& options, std::string_view tier) {
  const bool tool = tier == "bpftrace" || tier == "biolatency";
  std::vector<std::string> probes{tool ? "--observer" : "--tier", std::string(tier)};
  for (const std::string& disk : m_disks) probes.insert(probes.end(), {"--disk", disk});
  if (!m_mapper.empty()) probes.insert(probes.end(), {"--mapper", m_mapper});
  return run_fio(options, std::move(probes));
}

Result<wire::FioDone> Session::run_fio(const OptionMap& options, std::vector<std::string> probes) {
  wire::RunFio request;
  request.probes = std::move(probes);
  request.job = fio::job_file({options, m_mapper.empty() ? m_disks : std::vector{m_mapper}});
  request.disks = m_disks;
  Nanoseconds limit = fio_deadline(options);
  request.deadline = duration_cast<Milliseconds>(limit);
  if (!request.probes.empty()) limit += k_around_probes;
  return m_machine->ask_for<wire::FioDone>(request, SteadyClock::now() + limit + k_answer_margin);
}

Result<void> Session::power_off() {
  return m_machine->power_off(SteadyClock::now() + k_power_off_deadline);
}

}  // namespace ringside::engine
