// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/disks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "agent/device_events.h"
#include "agent/files.h"
#include "agent/kernel_text/counters.h"
#include "agent/kernel_text/kernel_log.h"
#include "agent/kernel_text/memory.h"
#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

const std::string k_bus = "/sys/bus/virtio";
const std::string k_devices = k_bus + "/devices";
constexpr const char* k_block_device = "0x0002";  // device types of the virtio specification
constexpr const char* k_console_device = "0x0003";

std::vector<std::string> devices_of_type(std::string_view type) {
  std::vector<std::string> out;
  for (std::string& device : names_in(k_devices)) {
    if (read_trimmed(k_devices + "/" + device + "/device") == type) out.push_back(std::move(device));
  }
  return out;
}

// Empty if it is unbound.
std::string driver_of(const std::string& device) {
  return link_target_name(k_devices + "/" + device + "/driver");
}

std::string block_folder(const std::string& disk) {
  return "/sys/block/" + disk;
}

// "virtio2" for "vda"; empty for a disk that is not virtio's.
std::string virtio_device_of(const std::string& disk) {
  std::string name = link_target_name(block_folder(disk) + "/device");
  return name.starts_with("virtio") ? name : std::string();
}

std::optional<QueueSplit> split_in_debugfs(const std::string& disk) {
  const std::string folder = "/sys/kernel/debug/block/" + disk;
  std::vector<std::string> types;
  for (const std::string& name : names_in(folder)) {
    if (!name.starts_with("hctx")) continue;
    if (std::string type = read_trimmed(folder + "/" + name + "/type"); !type.empty()) types.push_back(std::move(type));
  }
  if (types.empty()) return std::nullopt;
  return split_of_types(types);
}

std::map<std::string, std::string> queue_attributes(const std::string& disk) {
  std::map<std::string, std::string> out;
  const std::string folder = block_folder(disk) + "/queue";
  for (const std::string& name : names_in(folder)) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(folder + "/" + name, ignored)) continue;
    if (const auto content = read_file(folder + "/" + name)) out[name] = trimmed(*content);
  }
  return out;
}

// Bytes that the kernel holds for itself. A fresh look: per-CPU counts are folded in first.
std::optional<std::uint64_t> kernel_memory() {
  (void)write_file("/proc/sys/vm/stat_refresh", "1");
  const auto zoneinfo = read_file("/proc/zoneinfo");
  const auto vmstat = read_file("/proc/vmstat");
  if (!zoneinfo || !vmstat) return std::nullopt;
  const auto pages = kernel_pages(*zoneinfo, *vmstat);
  if (!pages) return std::nullopt;
  return *pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// The driver's disks that are there, by serial. Reading a serial asks the device.
std::map<std::string, std::string> disks_by_serial(const std::string& driver) {
  std::map<std::string, std::string> out;
  for (const std::string& device : devices_of_type(k_block_device)) {
    if (driver_of(device) != driver) continue;
    for (const std::string& disk : names_in(k_devices + "/" + device + "/block")) {
      out[read_trimmed(block_folder(disk) + "/serial")] = disk;
    }
  }
  return out;
}

bool has_all(const std::map<std::string, std::string>& disks, const std::vector<std::string>& serials) {
  return std::ranges::all_of(serials, [&](const std::string& serial) { return disks.contains(serial); });
}

}  // namespace

Result<void> Disks::bind_free_devices(const std::string& driver) {
  for (const std::string& device : devices_of_type(k_block_device)) {
    const std::string owner = driver_of(device);
    if (owner == driver) continue;
    if (!owner.empty()) {
      if (auto done = write_file(k_bus + "/drivers/" + owner + "/unbind", device); !done) return done;
    }
    if (auto bound = bind_one(device, driver); !bound) return bound;
  }
  return {};
}

// Probing, with the disk's creation, is done when the write returns.
Result<void> Disks::bind_one(const std::string& device, const std::string& driver) {
  remember_log();
  m_log[device].clear();
  m_memory.erase(device);
  const auto before = kernel_memory();
  auto bound = write_file(k_bus + "/drivers/" + driver + "/bind", device);
  const auto after = kernel_memory();
  remember_log();
  if (bound) {
    if (before && after && *after >= *before) m_memory[device] = *after - *before;
    return {};
  }
  Error error = std::move(bound).error();
  for (const std::string& line : m_log[device]) error.message += "\n" + line;
  return std::unexpected(std::move(error));
}

// Hands new kernel messages to the devices they are about: by the device's own name, or by its disk's.
void Disks::remember_log() {
  for (const std::string& line : m_messages.drain()) {
    for (auto& [device, lines] : m_log) {
      const auto disks = names_in(k_devices + "/" + device + "/block");
      const bool by_disk = std::ranges::any_of(disks, [&](const std::string& disk) { return mentions(line, disk); });
      if (by_disk || mentions(line, device)) lines.push_back(line);
    }
  }
}

DiskTreatment Disks::treatment_of(const std::string& disk) const {
  DiskTreatment out;
  const std::string device = virtio_device_of(disk);
  out.disk = disk;
  if (const auto lines = m_log.find(device); lines != m_log.end()) {
    for (const std::string& line : lines->second) {
      if (const auto split = split_of_line(line)) out.log_line = split;
    }
  }
  out.hctx = split_in_debugfs(disk);
  out.scheduler = selected_of(read_trimmed(block_folder(disk) + "/queue/scheduler"));
  out.completed = completed_ios(read_trimmed(block_folder(disk) + "/stat"));
  out.interrupts = request_interrupts(read_file("/proc/interrupts").value_or(""), device);
  return out;
}

Result<wire::DiskReady> Disks::ready(const std::string& disk, const std::string& serial, const std::string& scheduler) {
  const std::string folder = block_folder(disk);
  if (!scheduler.empty()) {
    if (auto done = write_file(folder + "/queue/scheduler", scheduler); !done) {
      return fail(ErrorCode::configuration, fmt::format("disk {} does not take the scheduler {} (it has: {})", disk,
                                                        scheduler, read_trimmed(folder + "/queue/scheduler")));
    }
  }
  wire::DiskReady out;
  out.serial = serial;
  out.name = disk;
  out.virtio_device = virtio_device_of(disk);
  out.bytes = number<std::uint64_t>(read_trimmed(folder + "/size")).value_or(0) * 512;  // sysfs counts 512-byte sectors
  out.treatment = treatment_of(disk);
  out.treatment.completed = 0;
  out.treatment.interrupts = 0;
  out.queue = queue_attributes(disk);
  out.log = m_log[out.virtio_device];
  if (const auto memory = m_memory.find(out.virtio_device); memory != m_memory.end()) out.memory_bytes = memory->second;
  return out;
}

Result<wire::DisksReady> Disks::bind(const wire::BindDisks& request) {
  if (request.bus_driver.empty() || !exists(k_bus + "/drivers/" + request.bus_driver)) {
    return fail(ErrorCode::not_found, fmt::format("the virtio bus has no driver \"{}\"", request.bus_driver));
  }
  const TimePoint deadline = SteadyClock::now() + request.deadline;
  DeviceEvents events;
  std::map<std::string, std::string> disks;
  for (;;) {
    if (auto done = bind_free_devices(request.bus_driver); !done) return std::unexpected(std::move(done).error());
    disks = disks_by_serial(request.bus_driver);
    if (has_all(disks, request.serials)) break;
    if (!events.wait_until(deadline)) {
      std::vector<std::string> seen;
      for (const auto& [serial, disk] : disks) seen.push_back(fmt::format("{} ({})", serial, disk));
      return fail(ErrorCode::timeout,
                  fmt::format("not all disks came in {} ms: wanted {}; driver {} has {}", request.deadline.count(),
                              fmt::join(request.serials, ", "), request.bus_driver, fmt::join(seen, ", ")));
    }
  }
  remember_log();
  wire::DisksReady out;
  for (const std::string& serial : request.serials) {
    auto disk = ready(disks[serial], serial, request.scheduler);
    if (!disk) return std::unexpected(std::move(disk).error());
    out.disks.push_back(std::move(*disk));
  }
  return out;
}

Result<void> choose_drivers_explicitly() {
  if (!exists(k_bus)) return fail(ErrorCode::infrastructure, "this kernel has no virtio bus");
  if (auto done = write_file(k_bus + "/drivers_autoprobe", "0"); !done) return done;
  for (const std::string& device : devices_of_type(k_console_device)) {
    if (!driver_of(device).empty()) continue;
    if (auto done = write_file(k_bus + "/drivers/virtio_console/bind", device); !done) return done;
  }
  return {};
}

}  // namespace ringside::agent
