// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/constraints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/fio_options.h"
#include "config/fio_tables.h"

namespace ringside::config {
namespace {

// The place of a key in one of the arm's tables, or of the arm where the campaign's table holds it.
const Position& place_of(const Node& arm, std::string_view table, std::string_view key) {
  const Entry* outer = arm.find(table);
  const Entry* inner = outer == nullptr ? nullptr : outer->value.find(key);
  return inner != nullptr ? inner->at : outer != nullptr ? outer->at : arm.at;
}

bool is_off(const OptionMap& device, std::string_view property) {
  const auto found = device.find(property);
  if (found == device.end()) return false;
  const std::string text = to_text(found->second);
  return text == "off" || text == "false" || text == "no" || text == "0";
}

Result<void> check_iothread(const Arm& arm, const Node& node) {
  if (arm.machine.iothread == IoThreads::none) {
    if (!arm.machine.poll_max_ns) return {};
    return wrong(place_of(node, "machine", "poll-max-ns"),
                 fmt::format("arm '{}' sets 'poll-max-ns', but has no IOThread", arm.name),
                 "set iothread = \"shared\" or \"per-disk\"");
  }
  if (is_off(arm.device, "ioeventfd")) {
    return wrong(place_of(node, "device", "ioeventfd"),
                 fmt::format("arm '{}' has ioeventfd off and an IOThread, which QEMU refuses", arm.name),
                 "an IOThread is woken by ioeventfd only: set iothread = \"none\" in [machine], or leave ioeventfd on");
  }
  if (arm.machine.transport == Transport::mmio && arm.machine.accel == Accel::tcg) {
    return wrong(place_of(node, "machine", "iothread"),
                 fmt::format("arm '{}' has an IOThread over virtio-mmio under TCG, which QEMU refuses", arm.name),
                 "under TCG virtio-mmio has no ioeventfd, which an IOThread needs: set iothread = \"none\"");
  }
  return {};
}

Result<void> check_disks(const Arm& arm, const Node& node) {
  if (arm.topology.disks == 1 || !arm.backend.options.contains("path")) return {};
  return wrong(place_of(node, "topology", "disks"),
               fmt::format("arm '{}' has {} disks, but its backend has one path", arm.name, arm.topology.disks),
               "two disks cannot share one file: leave 'path' out, or use one disk");
}

// qemu-storage-daemon gives every disk the same serial, by which the guest finds them, serves PCI devices only here,
// and has no use for an IOThread of QEMU.
Result<void> check_vhost_user(const Arm& arm, const Node& node) {
  if (arm.backend.driver != "vhost-user-blk") return {};
  const auto refuse = [&](const char* table, const char* key, const char* what, const char* hint) {
    return wrong(place_of(node, table, key),
                 fmt::format("arm '{}' has the backend vhost-user-blk, and {}", arm.name, what), hint);
  };
  if (arm.topology.disks != 1) return refuse("topology", "disks", "more than one disk", "set disks = 1");
  if (arm.machine.transport != Transport::pci) {
    return refuse("machine", "transport", "another transport than PCI", "set transport = \"pci\"");
  }
  if (arm.machine.iothread != IoThreads::none) {
    return refuse("machine", "iothread", "an IOThread, which would do nothing",
                  "set iothread = \"none\": qemu-storage-daemon has a thread of its own");
  }
  return {};
}

Result<void> check_expectations(const Arm& arm, const Node& node) {
  const auto expects = [&](std::string_view id) { return std::ranges::find(arm.expect, id) != arm.expect.end(); };
  const auto refuse = [&](std::string_view id, std::string_view why) {
    return wrong(place_of(node, "expect", ""), fmt::format("arm '{}' cannot expect '{}': {}", arm.name, id, why));
  };
  if (expects("dm_polled") && arm.topology.kind == TopologyKind::raw) {
    return refuse("dm_polled", "its topology has no dm device");
  }
  if (expects("notify_unlocked") && arm.driver.kind == DriverKind::in_tree) {
    return refuse("notify_unlocked", "only the reference driver's tracepoints can prove it");
  }
  if (expects("polled") && expects("not_polled")) return refuse("polled", "it expects 'not_polled' too");
  return {};
}

// A run must have an end that is known beforehand.
Result<void> check_ending(const Campaign& campaign, const Arm& arm, const Node& node) {
  for (const std::string_view option : {"runtime", "number_ios"}) {
    const bool in_matrix = std::ranges::find(campaign.matrix, option, &MatrixAxis::option) != campaign.matrix.end();
    if (in_matrix || campaign.fio.contains(option) || arm.fio.contains(option)) return {};
  }
  return wrong(node.at, fmt::format("nothing ends the runs of arm '{}'", arm.name), "add runtime = \"5s\" to [fio]");
}

// All values that an option takes over the cells of an arm; fio's own default where nothing names it.
std::vector<std::string> values_of(const Campaign& campaign, const Arm& arm, std::string_view option,
                                   std::string_view otherwise) {
  const auto axis = std::ranges::find(campaign.matrix, option, &MatrixAxis::option);
  std::vector<std::string> out;
  if (axis != campaign.matrix.end()) {
    for (const OptionValue& value : axis->values) out.push_back(to_text(value));
    return out;
  }
  const OptionMap options = merged(campaign.fio, arm.fio);
  const auto found = options.find(option);
  out.push_back(found == options.end() ? std::string(otherwise) : to_text(found->second));
  return out;
}

// fio refuses an option that its engine does not have, whatever the value.
Result<void> check_engine(const Campaign& campaign, const Arm& arm, const Node& node) {
  std::vector<std::string> names;
  for (const auto& [name, value] : merged(campaign.fio, arm.fio)) names.push_back(name);
  for (const MatrixAxis& axis : campaign.matrix) names.push_back(axis.option);
  for (const std::string& engine : values_of(campaign, arm, "ioengine", "psync")) {
    for (const std::string& name : names) {
      const auto engines = engines_with(name);
      if (engines.empty() || std::ranges::find(engines, engine) != engines.end()) continue;
      return wrong(place_of(node, "fio", name),
                   fmt::format("arm '{}' sets '{}', which fio's engine {} does not have", arm.name, name, engine),
                   fmt::format("ioengine can be {} with it", fmt::join(engines, " or ")));
    }
  }
  return {};
}

Result<void> check_arm(const Campaign& campaign, const Arm& arm, const Node& node) {
  if (const Entry* fio = node.find("fio")) {
    const auto apart = check_not_in_matrix(fio->value, fmt::format("'fio' of arm '{}'", arm.name), campaign.matrix);
    if (!apart) return apart;
  }
  if (const auto good = check_ending(campaign, arm, node); !good) return good;
  if (const auto good = check_engine(campaign, arm, node); !good) return good;
  if (const auto good = check_iothread(arm, node); !good) return good;
  if (const auto good = check_disks(arm, node); !good) return good;
  if (const auto good = check_vhost_user(arm, node); !good) return good;
  return check_expectations(arm, node);
}

// virtio-mmio has no hot-plug: inside a boot its disks stay as they are, only the driver can change.
Result<void> check_same_disks(const Arm& one, const Arm& other, const Node& node) {
  if (other.machine.transport != Transport::mmio || !one.shares_boot_with(other)) return {};
  const bool same =
      one.device == other.device && one.backend == other.backend && one.topology.disks == other.topology.disks;
  if (same) return {};
  return wrong(
      node.at,
      fmt::format("arms '{}' and '{}' differ in their disks, which virtio-mmio cannot change in a running guest",
                  one.name, other.name),
      "use transport = \"pci\", or let the arms differ in driver, params and fio only");
}

}  // namespace

Result<void> check_combinations(const Campaign& campaign, const std::vector<Node>& arms) {
  for (std::size_t index = 0; index < campaign.arms.size(); ++index) {
    const Arm& arm = campaign.arms[index];
    for (std::size_t before = 0; before < index; ++before) {
      const Arm& other = campaign.arms[before];
      if (other.name == arm.name) {
        return wrong(place_of(arms[index], "name", ""), fmt::format("there are two arms named '{}'", arm.name),
                     fmt::format("the other one is at {}", arms[before].at.text()));
      }
      if (const auto good = check_same_disks(other, arm, arms[index]); !good) return good;
    }
    if (const auto good = check_arm(campaign, arm, arms[index]); !good) return good;
  }
  return {};
}

}  // namespace ringside::config
