// SPDX-License-Identifier: GPL-3.0-or-later
// Driver and disks on a stage.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "validate/backstage.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds k_step = 60s;
constexpr Milliseconds k_bind = 30s;

}  // namespace

bool Stage::has_parameter(const std::string& name) {
  const auto known = m_back.parameters.find(m_back.driver.module);
  if (known != m_back.parameters.end()) return known->second.contains(name);
  const auto loaded = load();  // without any: nothing to leave out
  std::istringstream names(run({"ls", "/sys/module/" + loaded.name + "/parameters"}).output);
  unload();
  std::set<std::string>& parameters = m_back.parameters[m_back.driver.module];
  for (std::string parameter; names >> parameter;) parameters.insert(parameter);
  return parameters.contains(name);
}

wire::DriverLoaded Stage::load(const Params& params) {
  wire::LoadDriver request{m_back.driver.module, {}};
  for (const auto& [name, value] : params) {
    if (has_parameter(name)) request.params[name] = value;
  }
  auto loaded =
      m_back.must(machine().ask_for<wire::DriverLoaded>(request, in(k_step)), "the driver loads " + driver().module);
  m_back.loaded.push_back(loaded.name);
  m_back.bus_driver = loaded.bus_driver;
  m_back.loaded_module = loaded.name;
  return loaded;
}

void Stage::unload() {
  for (const std::string& module : std::exchange(m_back.loaded, {})) {
    m_back.must(machine().ask_for<wire::Done>(wire::UnloadDriver{module}, in(k_step)), "the driver can be removed");
  }
}

const std::string& Stage::loaded_module() const {
  return m_back.loaded_module;
}

std::string Stage::refusal(const Params& params) {
  const wire::LoadDriver request{m_back.driver.module, params};
  const auto loaded = machine().ask_for<wire::DriverLoaded>(request, in(k_step));
  if (!loaded) {
    // Not the driver's word but the end of the guest.
    if (loaded.error().code != ErrorCode::infrastructure) m_back.end_with("the driver answers", loaded.error());
    return loaded.error().text();
  }
  m_back.loaded.push_back(loaded->name);
  unload();
  return {};
}

std::vector<wire::DiskReady> Stage::bind(const std::vector<vm::DiskPlan>& disks) {
  std::vector<std::string> serials;
  for (const vm::DiskPlan& disk : disks) {
    m_back.must(machine().plug(disk), fmt::format("{} can be plugged", disk.id));
    serials.push_back(disk.serial_or_id());
  }
  return bind_again(serials);
}

std::vector<wire::DiskReady> Stage::bind_again(const std::vector<std::string>& serials) {
  const wire::BindDisks request{m_back.bus_driver, serials, "none", k_bind};
  auto ready = m_back.must(machine().ask_for<wire::DisksReady>(request, in(k_step)), "the driver takes its disks");
  return std::move(ready.disks);
}

wire::DiskReady Stage::take(const Params& params, const vm::DiskPlan& disk) {
  load(params);
  return bind({disk}).at(0);
}

void Stage::unplug(const std::string& id) {
  m_back.must(machine().unplug(id), id + " can be pulled out");
}

void Stage::limit_iops(std::int64_t iops, const std::string& id) {
  // The backend belongs to the virtio device, not to the PCI function around it.
  const std::string device = "/machine/peripheral/" + id + "/virtio-backend";
  const std::string limits = fmt::format(
      R"({{"id": "{}", "iops": {}, "iops_rd": 0, "iops_wr": 0, "bps": 0, "bps_rd": 0, "bps_wr": 0}})", device, iops);
  m_back.must(machine().qmp("block_set_io_throttle", limits), "QEMU limits the I/Os of " + id);
}

void Stage::drop() {
  for (const std::string& disk : machine().disks()) unplug(disk);
  unload();
}

Params Stage::settings(const std::string& disk) {
  Params out;
  std::istringstream lines(read("/sys/block/" + disk + "/driver_settings"));
  for (std::string line; std::getline(lines, line);) {
    if (const auto equals = line.find('='); equals != std::string::npos) {
      out[line.substr(0, equals)] = line.substr(equals + 1);
    }
  }
  return out;
}

}  // namespace ringside::validate
