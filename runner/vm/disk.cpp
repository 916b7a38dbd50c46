// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "vm/storage_daemon.h"

namespace ringside::vm {
namespace {

using nlohmann::json;

// Properties of the device that the plan itself decides.
constexpr std::array k_own_properties{"driver", "id", "bus", "drive", "serial", "iothread"};

// QEMU takes on/off/auto as text for these; its true booleans want JSON's.
constexpr std::array k_on_off_auto{"account-failed", "account-invalid", "backend_defaults", "disable-legacy",
                                   "write-cache"};

bool one_of(std::string_view name, const auto& names) {
  return std::ranges::find(names, name) != names.end();
}

json to_json(const OptionValue& value) {
  return std::visit([](const auto& plain) { return json(plain); }, value);
}

// People write `ioeventfd = "off"` as on QEMU's command line, and `= false` as in TOML: both arrive as what the
// property's type wants.
json device_value(std::string_view name, const OptionValue& value) {
  const bool as_text = one_of(name, k_on_off_auto);
  if (const auto* flag = std::get_if<bool>(&value); flag != nullptr && as_text) return *flag ? "on" : "off";
  if (const auto* text = std::get_if<std::string>(&value); text != nullptr && !as_text) {
    if (*text == "on") return true;
    if (*text == "off") return false;
  }
  return to_json(value);
}

bool is_off(const OptionMap& options, std::string_view name) {
  const auto at = options.find(name);
  return at != options.end() && device_value(name, at->second) == json(false);
}

std::optional<std::string> text_option(const OptionMap& options, std::string_view name) {
  const auto at = options.find(name);
  const auto* text = at != options.end() ? std::get_if<std::string>(&at->second) : nullptr;
  return text != nullptr ? std::optional(*text) : std::nullopt;
}

// "cache.direct" is a member of the object "cache".
void set_nested(json& object, std::string_view name, json value) {
  json* at = &object;
  while (true) {
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) break;
    at = &(*at)[std::string(name.substr(0, dot))];
    name.remove_prefix(dot + 1);
  }
  (*at)[std::string(name)] = std::move(value);
}

// What the cache modes of QEMU's -drive mean (qemu-system-x86_64(1), "cache=").
struct CacheMode {
  const char* name;
  bool direct;
  bool no_flush;
  bool write_cache;
};
constexpr std::array k_cache_modes{CacheMode{"none", true, false, true}, CacheMode{"writeback", false, false, true},
                                   CacheMode{"unsafe", false, true, true}, CacheMode{"directsync", true, false, false},
                                   CacheMode{"writethrough", false, false, false}};

const CacheMode* cache_mode(const OptionMap& options) {
  const auto name = text_option(options, "cache");
  const auto at = std::ranges::find_if(k_cache_modes, [&](const CacheMode& mode) { return name == mode.name; });
  return at != k_cache_modes.end() ? &*at : nullptr;
}

json null_node(const Backend& backend) {
  json node{{"driver", backend.driver}, {"size", backend.size.value}};
  for (const auto& [name, value] : backend.options) set_nested(node, name, to_json(value));
  return node;
}

// No format layer on top: it would be one more on the path that is measured.
json file_node(const Backend& backend) {
  json node{{"driver", backend.driver == "host-device" ? "host_device" : backend.driver}};
  if (const CacheMode* mode = cache_mode(backend.options)) {
    node["cache"] = {{"direct", mode->direct}, {"no-flush", mode->no_flush}};
  }
  for (const auto& [name, value] : backend.options) {
    if (name == "cache") continue;
    set_nested(node, name == "path" ? "filename" : name, to_json(value));
  }
  return node;
}

json with_faults(json image, const std::vector<FaultRule>& faults) {
  json rules = json::array();
  for (const FaultRule& fault : faults) {
    json rule{{"event", fault.event}, {"errno", fault.error}, {"once", fault.once}, {"immediately", fault.immediately}};
    if (!fault.iotype.empty()) rule["iotype"] = fault.iotype;
    if (fault.sector) rule["sector"] = *fault.sector;
    rules.push_back(std::move(rule));
  }
  return {{"driver", "blkdebug"}, {"image", std::move(image)}, {"inject-error", std::move(rules)}};
}

QmpCommand command(std::string name, const json& arguments) {
  return {std::move(name), arguments.dump(-1, ' ', false, json::error_handler_t::replace)};
}

Result<void> check_backend(const Backend& backend) {
  const bool known = backend.driver == "null-co" || backend.driver == "file" || backend.driver == "host-device" ||
                     backend.driver == "vhost-user-blk";
  if (!known) {
    return fail(ErrorCode::configuration, fmt::format("there is no backend driver '{}'", backend.driver),
                "valid are null-co, file, host-device and vhost-user-blk");
  }
  const auto path = text_option(backend.options, "path");
  const auto filename = text_option(backend.options, "filename");
  if (path && filename) return fail(ErrorCode::configuration, "the backend has both a path and a filename");
  if (backend.driver == "host-device" && !path && !filename) {
    return fail(ErrorCode::configuration, "the backend host-device needs a path", "path = \"/dev/nvme0n1\"");
  }
  if (backend.options.contains("cache") && cache_mode(backend.options) == nullptr) {
    return fail(ErrorCode::configuration,
                fmt::format("there is no cache mode '{}'", to_text(backend.options.find("cache")->second)),
                "valid are none, writeback, unsafe, directsync and writethrough, or cache.direct and cache.no-flush");
  }
  if (backend.driver != "host-device" && (backend.size.value == 0 || backend.size.value % 512 != 0)) {
    return fail(ErrorCode::configuration,
                fmt::format("a disk of {} bytes is not a whole number of 512-byte sectors", backend.size.value));
  }
  return {};
}

Result<void> check_fixed(const DiskPlan& disk) {
  const bool named = disk.backend.options.contains("path") || disk.backend.options.contains("filename");
  if (disk.backend.driver == "file" && !named) {
    return fail(ErrorCode::unsupported,
                "over virtio-mmio a file backend needs a path: its disks exist before QEMU runs",
                "path = \"…\", or driver = \"null-co\"");
  }
  return {};
}

Result<void> check_names(const DiskPlan& disk) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (disk.id.empty() || disk.id.front() < 'a' || disk.id.front() > 'z' || !std::ranges::all_of(disk.id, plain)) {
    return fail(ErrorCode::configuration, fmt::format("'{}' cannot be a disk's id", disk.id));
  }
  if (disk.serial_or_id().size() > 20) {  // VIRTIO_BLK_ID_BYTES
    return fail(ErrorCode::configuration, fmt::format("the serial '{}' is longer than 20 bytes", disk.serial_or_id()));
  }
  for (const auto& [name, value] : disk.device) {
    if (one_of(name, k_own_properties)) {
      return fail(ErrorCode::configuration, fmt::format("the device property '{}' is set by Ringside itself", name));
    }
  }
  return {};
}

// Everything that concerns the data is the daemon's.
QmpCommand vhost_device_add(const DiskPlan& disk, std::string_view bus) {
  json device{
      {"driver", "vhost-user-blk-pci"}, {"id", disk.id}, {"bus", std::string(bus)}, {"chardev", chardev_id(disk.id)}};
  for (const auto& [name, value] : disk.device) device[name] = device_value(name, value);
  return command("device_add", device);
}

}  // namespace

Result<void> check_disk(const DiskPlan& disk, Transport transport) {
  if (transport == Transport::mmio) {
    if (auto good = check_fixed(disk); !good) return good;
  }
  if (!disk.iothread.empty() && is_off(disk.device, "ioeventfd")) {
    return fail(ErrorCode::unsupported,
                "ioeventfd=off cannot go with an IOThread: without the event descriptor the notification is handled in "
                "the vCPU's thread",
                "take iothread = \"none\", or leave ioeventfd on");
  }
  if (auto names = check_names(disk); !names) return names;
  return check_backend(disk.backend);
}

std::string block_node(const DiskPlan& disk) {
  return disk.id + "-node";
}

Result<QmpCommand> blockdev_add(const DiskPlan& disk) {
  if (auto good = check_backend(disk.backend); !good) return std::unexpected(good.error());
  json node = disk.backend.driver == "null-co" ? null_node(disk.backend) : file_node(disk.backend);
  if (disk.qcow2) node = {{"driver", "qcow2"}, {"file", std::move(node)}};
  if (!disk.faults.empty()) node = with_faults(std::move(node), disk.faults);
  node["node-name"] = block_node(disk);
  return command("blockdev-add", node);
}

Result<QmpCommand> device_add(const DiskPlan& disk, std::string_view bus) {
  if (auto names = check_names(disk); !names) return std::unexpected(names.error());
  if (disk.backend.driver == "vhost-user-blk") return vhost_device_add(disk, bus);
  json device{{"driver", "virtio-blk-pci"},
              {"id", disk.id},
              {"bus", std::string(bus)},
              {"drive", block_node(disk)},
              {"serial", disk.serial_or_id()}};
  if (!disk.iothread.empty()) device["iothread"] = disk.iothread;
  // QEMU's own default stops the whole guest where the host's disk is full; here the driver shall see the error.
  device["rerror"] = "report";
  device["werror"] = "report";
  if (const CacheMode* mode = cache_mode(disk.backend.options); mode != nullptr && !mode->write_cache) {
    device["write-cache"] = "off";
  }
  for (const auto& [name, value] : disk.device) device[name] = device_value(name, value);
  return command("device_add", device);
}

Result<FixedDisk> fixed_disk(const DiskPlan& disk) {
  auto node = blockdev_add(disk);
  if (!node) return std::unexpected(std::move(node.error()));
  auto plugged = device_add(disk, "");
  if (!plugged) return std::unexpected(std::move(plugged.error()));
  json device = json::parse(plugged->arguments);
  device["driver"] = "virtio-blk-device";
  device.erase("bus");
  device.erase("ioeventfd");
  return FixedDisk{std::move(node->arguments), device.dump(-1, ' ', false, json::error_handler_t::replace)};
}

std::vector<std::string> mmio_globals(const DiskPlan& disk) {
  // By itself QEMU offers the legacy interface, which has neither packed rings nor more than 32 feature bits.
  return {"virtio-mmio.force-legacy=off",
          fmt::format("virtio-mmio.ioeventfd={}", is_off(disk.device, "ioeventfd") ? "off" : "on")};
}

QmpCommand device_del(std::string_view id) {
  return command("device_del", {{"id", std::string(id)}});
}

QmpCommand blockdev_del(std::string_view node) {
  return command("blockdev-del", {{"node-name", std::string(node)}});
}

QmpCommand block_resize(std::string_view node, Bytes size) {
  return command("block_resize", {{"node-name", std::string(node)}, {"size", size.value}});
}

}  // namespace ringside::vm
