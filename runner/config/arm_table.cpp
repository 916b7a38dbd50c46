// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/arm_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "config/fio_tables.h"
#include "config/guest_tables.h"
#include "config/table_reader.h"

namespace ringside::config {
namespace {

using Words = std::span<const std::string_view>;

constexpr auto k_drivers = std::to_array<std::string_view>({"in-tree", "reference"});
constexpr auto k_in_tree_params = std::to_array<std::string_view>({"num_request_queues", "poll_queues", "queue_depth"});
constexpr auto k_reference_params =
    std::to_array<std::string_view>({"batch_submit", "indirect_desc", "irq_batch", "notify_mode", "num_request_queues",
                                     "poll_lock", "poll_mode", "poll_queues", "queue_depth", "sgl_mode"});
constexpr auto k_checks = std::to_array<std::string_view>(
    {"polled", "not_polled", "no_poll_irqs", "dm_polled", "batched", "suppressed", "notify_unlocked", "split"});
constexpr auto k_our_properties =
    std::to_array<std::string_view>({"driver", "drive", "id", "bus", "addr", "serial", "iothread", "chardev"});

bool is_among(std::string_view word, Words words) {
  return std::ranges::find(words, word) != words.end();
}

void read_name(TableReader& in, const Node& table, Arm& arm) {
  if (!in.text("name", arm.name) || is_arm_name(arm.name)) return;
  in.reject(table.find("name")->value.at, fmt::format("'{}' cannot be the name of an arm", arm.name),
            "letters, digits, '-', '_' and '+'");
}

void read_driver(TableReader& in, const Node& table, const std::filesystem::path& folder, DriverChoice& driver) {
  std::string text;
  if (!in.text("driver", text)) return;
  if (text.ends_with(".ko") || text.find('/') != std::string::npos) {
    driver = {DriverKind::path, (folder / text).lexically_normal().string()};
  } else if (is_among(text, k_drivers)) {
    driver = {text == "in-tree" ? DriverKind::in_tree : DriverKind::reference, {}};
  } else {
    in.reject(table.find("driver")->value.at, fmt::format("unknown driver '{}'", text),
              did_you_mean(text, k_drivers) + "; a driver of your own is given as path/to/x.ko");
  }
}

// The parameters that the driver has; empty where only the module itself knows.
Words params_of(const Arm& arm) {
  if (arm.driver.kind == DriverKind::reference) return k_reference_params;
  const bool known_kernel = arm.driver.kind == DriverKind::in_tree && arm.guest.kernel_path.empty();
  return known_kernel ? Words(k_in_tree_params) : Words();
}

void read_params(TableReader& in, const Node& table, Arm& arm) {
  if (!in.options("params", arm.params)) return;
  const Words known = params_of(arm);
  for (const Entry& entry : table.find("params")->value.entries) {
    if (!known.empty() && !is_among(entry.key, known)) {
      in.reject(entry.at, fmt::format("the driver of arm '{}' has no parameter '{}'", arm.name, entry.key),
                did_you_mean(entry.key, known));
    }
    if (to_text(entry.value.value).find_first_of(" \"'") != std::string::npos) {
      in.reject(entry.value.at, fmt::format("the module parameter '{}' must not hold spaces or quotes", entry.key));
    }
  }
}

void read_device(TableReader& in, const Node& table, Arm& arm) {
  if (!in.options("device", arm.device)) return;
  for (const Entry& entry : table.find("device")->value.entries) {
    if (is_among(entry.key, k_our_properties)) {
      in.reject(entry.at, fmt::format("the device property '{}' is set by Ringside itself", entry.key),
                entry.key == "iothread" ? "see iothread in [machine]" : "");
    }
    const auto* number = std::get_if<std::int64_t>(&entry.value.value);
    if (entry.key == "num-queues" && (number == nullptr || *number < 1 || *number > 1024)) {
      in.reject(entry.value.at, "'num-queues' must be a whole number from 1 to 1024");
    }
  }
}

void read_expect(TableReader& in, const Node& table, Arm& arm) {
  if (!in.texts("expect", arm.expect)) return;
  for (const Node& item : table.find("expect")->value.items) {
    const std::string id = to_text(item.value);
    if (!is_among(id, k_checks)) {
      in.reject(item.at, fmt::format("unknown treatment check '{}'", id), did_you_mean(id, k_checks));
    }
  }
}

void read_overrides(TableReader& in, const std::filesystem::path& folder, const std::string& title, Arm& arm) {
  const auto read = [&](std::string_view key, auto&& reader) {
    const Entry* entry = in.take(key);
    if (entry == nullptr) return;
    if (const auto done = reader(entry->value, fmt::format("'{}' of {}", key, title)); !done) in.reject(done.error());
  };
  read("guest", [&](const Node& node, const std::string& name) { return read_guest(node, name, folder, arm.guest); });
  read("machine", [&](const Node& node, const std::string& name) { return read_machine(node, name, arm.machine); });
  read("backend",
       [&](const Node& node, const std::string& name) { return read_backend(node, name, folder, arm.backend); });
  read("topology", [&](const Node& node, const std::string& name) { return read_topology(node, name, arm.topology); });
  read("fio", [&](const Node& node, const std::string& name) -> Result<void> {
    auto options = read_fio(node, name);
    if (!options) return std::unexpected(options.error());
    arm.fio = std::move(*options);
    return {};
  });
}

}  // namespace

bool is_arm_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '+';
  });
}

Result<Arm> read_arm(const Node& table, const Arm& defaults, const std::filesystem::path& folder) {
  const Entry* name = table.find("name");
  const std::string title = name == nullptr ? "[[arm]]" : fmt::format("arm '{}'", to_text(name->value.value));
  TableReader in(table, title);
  Arm arm = defaults;
  in.require("name", "name = \"…\"");
  read_name(in, table, arm);
  read_driver(in, table, folder, arm.driver);
  read_overrides(in, folder, title, arm);
  read_params(in, table, arm);
  read_device(in, table, arm);
  read_expect(in, table, arm);
  if (const auto done = in.finish(); !done) return std::unexpected(done.error());
  return arm;
}

}  // namespace ringside::config
