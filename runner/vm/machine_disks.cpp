// SPDX-License-Identifier: GPL-3.0-or-later
// Disks in and out of a running machine.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "vm/machine_state.h"
#include "vm/qemu_arguments.h"
#include "vm/scratch_file.h"

namespace ringside::vm {
namespace {

using namespace std::chrono_literals;

bool needs_scratch_file(const Backend& backend) {
  return backend.driver == "file" && !backend.options.contains("path") && !backend.options.contains("filename");
}

// Gives QEMU an unnamed file and the backend its name within QEMU ("/dev/fdset/1").
Result<void> attach_scratch_file(Session& session, Backend& backend, int fd_set, TimePoint deadline) {
  const auto file = scratch_file(backend.size);
  if (!file) return std::unexpected(file.error());
  const QmpCommand add{"add-fd", fmt::format(R"({{"fdset-id":{}}})", fd_set)};
  if (auto done = session.command_with(add, file->get(), deadline); !done) return std::unexpected(done.error());
  backend.options["filename"] = fmt::format("/dev/fdset/{}", fd_set);
  return {};
}

// QEMU lets go of a device's block node a moment after it has told of the device's end.
Result<void> remove_node(Session& session, const std::string& node, TimePoint deadline) {
  for (;;) {
    auto removed = session.command(blockdev_del(node), deadline);
    if (removed) return {};
    const bool busy = removed.error().message.find("in use") != std::string::npos;
    if (!busy || SteadyClock::now() >= deadline) return std::unexpected(std::move(removed.error()));
    const TimePoint soon = std::min(deadline, SteadyClock::now() + 5ms);
    auto waited = session.until([&] { return SteadyClock::now() >= soon; }, soon, "a moment");
    if (!waited) return waited;
  }
}

void remove_fd_set(Session& session, int fd_set, TimePoint deadline) {
  // Its failure leaves a descriptor open in QEMU until the machine ends: nothing to stop for.
  if (fd_set >= 0) (void)session.command({"remove-fd", fmt::format(R"({{"fdset-id":{}}})", fd_set)}, deadline);
}

}  // namespace

std::optional<int> Machine::State::free_port() const {
  for (int port = 0; port < plan.disk_ports; ++port) {
    if (std::ranges::none_of(disks, [port](const PluggedDisk& disk) { return disk.port == port; })) return port;
  }
  return std::nullopt;
}

Result<void> Machine::State::take_fixed(const DiskPlan& disk) {
  const auto fixed = std::ranges::find(plan.fixed_disks, disk.id, &DiskPlan::id);
  if (fixed == plan.fixed_disks.end() || !(*fixed == disk)) {
    return fail(ErrorCode::usage,
                fmt::format("disk {} was not there, or not like that, when the machine was started", disk.id),
                "disks of virtio-mmio cannot be changed in a running machine");
  }
  disks.push_back({disk.id, block_node(disk)});
  return {};
}

const PluggedDisk* Machine::State::find(std::string_view id) const {
  const auto at = std::ranges::find_if(disks, [id](const PluggedDisk& disk) { return disk.id == id; });
  return at != disks.end() ? &*at : nullptr;
}

Result<void> Machine::plug(const DiskPlan& disk) {
  State& state = *m_state;
  if (auto good = check_disk(disk, state.plan.transport); !good) return good;
  if (state.find(disk.id) != nullptr) {
    return fail(ErrorCode::usage, fmt::format("there is a disk {} already", disk.id));
  }
  if (state.plan.transport == Transport::mmio) return state.take_fixed(disk);
  const auto port = state.free_port();
  if (!port) {
    return fail(ErrorCode::usage,
                fmt::format("no free slot: the machine was booted for {} disks", state.plan.disk_ports));
  }
  const TimePoint deadline = SteadyClock::now() + state.deadlines.plug;
  if (is_vhost_user(disk.backend)) return state.plug_vhost(disk, *port, deadline);
  DiskPlan plan = disk;
  PluggedDisk plugged{disk.id, block_node(disk), *port, -1};
  if (needs_scratch_file(plan.backend)) {
    plugged.fd_set = state.next_fd_set++;
    if (auto done = attach_scratch_file(*state.session, plan.backend, plugged.fd_set, deadline); !done) return done;
  }
  const auto node = blockdev_add(plan);
  const auto device = device_add(plan, port_id(*port));
  if (!node) return std::unexpected(node.error());
  if (!device) return std::unexpected(device.error());
  if (auto added = state.session->command(*node, deadline); !added) {
    remove_fd_set(*state.session, plugged.fd_set, deadline);
    return std::unexpected(added.error());
  }
  if (auto added = state.session->command(*device, deadline); !added) {
    (void)remove_node(*state.session, plugged.node, deadline);
    remove_fd_set(*state.session, plugged.fd_set, deadline);
    return std::unexpected(added.error());
  }
  state.disks.push_back(std::move(plugged));
  return {};
}

Result<void> Machine::unplug(std::string_view id) {
  State& state = *m_state;
  const PluggedDisk* found = state.find(id);
  if (found == nullptr) return fail(ErrorCode::usage, fmt::format("there is no disk {}", id));
  const PluggedDisk disk = *found;
  if (state.plan.transport == Transport::mmio) {
    std::erase_if(state.disks, [id](const PluggedDisk& plugged) { return plugged.id == id; });
    return {};
  }
  const TimePoint deadline = SteadyClock::now() + state.deadlines.unplug;
  Session& session = *state.session;
  session.forget_events();
  if (auto asked = session.command(device_del(id), deadline); !asked) return std::unexpected(asked.error());
  std::optional<QmpEvent> event;
  const auto gone = session.until(
      [&] {
        event = session.take_event([&](const QmpEvent& candidate) {
          return (candidate.name == "DEVICE_DELETED" || candidate.name == "DEVICE_UNPLUG_GUEST_ERROR") &&
                 candidate.text("device") == id;
        });
        return event.has_value();
      },
      deadline, fmt::format("the guest's release of {}", id));
  if (!gone) return gone;
  if (event->name != "DEVICE_DELETED") {
    return fail(ErrorCode::infrastructure, fmt::format("the guest refuses to let go of {}", id));
  }
  std::erase_if(state.disks, [id](const PluggedDisk& plugged) { return plugged.id == id; });
  if (state.daemons.contains(disk.id)) return state.remove_vhost(disk.id, deadline);
  if (auto removed = remove_node(session, disk.node, deadline); !removed) return removed;
  remove_fd_set(session, disk.fd_set, deadline);
  return {};
}

Result<void> Machine::resize(std::string_view id, Bytes size) {
  const PluggedDisk* disk = m_state->find(id);
  if (disk == nullptr) return fail(ErrorCode::usage, fmt::format("there is no disk {}", id));
  const auto done =
      m_state->session->command(block_resize(disk->node, size), SteadyClock::now() + m_state->deadlines.qmp);
  if (!done) return std::unexpected(done.error());
  return {};
}

std::vector<std::string> Machine::disks() const {
  std::vector<std::string> out;
  for (const PluggedDisk& disk : m_state->disks) out.push_back(disk.id);
  return out;
}

}  // namespace ringside::vm
