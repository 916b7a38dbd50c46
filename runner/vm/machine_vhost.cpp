// SPDX-License-Identifier: GPL-3.0-or-later
// Disks of a running machine that qemu-storage-daemon serves.
#include <fmt/format.h>

#include <algorithm>

#include "vm/machine_state.h"
#include "vm/qemu_arguments.h"

namespace ringside::vm {
namespace {

using namespace std::chrono_literals;

// What QEMU says of a daemon that has gone is seldom its reason.
Error with_daemons_end(Error error, StorageDaemon& daemon) {
  std::string why;
  if (!daemon.running(why)) error.message += fmt::format(" (qemu-storage-daemon ended: {})", why);
  return error;
}

Result<void> connect(Session& session, const DiskPlan& disk, int port, StorageDaemon& daemon, TimePoint deadline) {
  const auto device = device_add(disk, port_id(port));
  if (!device) return std::unexpected(device.error());
  if (auto done = session.command_with(getfd(disk.id), daemon.connection(), deadline); !done) {
    return std::unexpected(std::move(done.error()));
  }
  if (auto done = session.command(chardev_add(disk.id), deadline); !done) {
    return std::unexpected(std::move(done.error()));
  }
  if (auto done = session.command(*device, deadline); !done) {
    (void)session.command(chardev_remove(disk.id), deadline);
    return std::unexpected(with_daemons_end(std::move(done.error()), daemon));
  }
  return {};
}

}  // namespace

Result<void> Machine::State::plug_vhost(const DiskPlan& disk, int port, TimePoint deadline) {
  if (!plan.shared_memory) {
    return fail(ErrorCode::usage, "the machine was booted without memory that qemu-storage-daemon could share");
  }
  if (!daemons.empty()) {
    return fail(ErrorCode::unsupported, "there can be one vhost-user-blk disk at a time",
                "qemu-storage-daemon gives each of them the same serial, by which the guest finds its disks");
  }
  auto daemon = StorageDaemon::start(disk);
  if (!daemon) return std::unexpected(std::move(daemon.error()));
  if (auto done = connect(*session, disk, port, *daemon, deadline); !done) return done;
  daemons.emplace(disk.id, std::move(*daemon));
  disks.push_back({disk.id, "", port, -1});
  return {};
}

Result<void> Machine::State::remove_vhost(const std::string& id, TimePoint deadline) {
  daemons.erase(id);
  // QEMU lets go of the connection a moment after it has told of the device's end.
  for (;;) {
    auto removed = session->command(chardev_remove(id), deadline);
    if (removed) return {};
    const bool busy = removed.error().message.find("busy") != std::string::npos;
    if (!busy || SteadyClock::now() >= deadline) return std::unexpected(std::move(removed.error()));
    const TimePoint soon = std::min(deadline, SteadyClock::now() + 5ms);
    if (auto waited = session->until([&] { return SteadyClock::now() >= soon; }, soon, "a moment"); !waited) {
      return waited;
    }
  }
}

Result<void> Machine::kill_backend(std::string_view id) {
  const auto found = m_state->daemons.find(std::string(id));
  if (found == m_state->daemons.end()) {
    return fail(ErrorCode::usage, fmt::format("no process serves a disk {}", id));
  }
  found->second.kill();
  return {};
}

std::string Machine::end_of_backend(std::string_view id) {
  std::string why;
  const auto found = m_state->daemons.find(std::string(id));
  if (found != m_state->daemons.end()) (void)found->second.running(why);
  return why;
}

}  // namespace ringside::vm
