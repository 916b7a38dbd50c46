// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/storage_daemon.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace ringside::vm {
namespace {

using nlohmann::json;

// What QEMU's own device offers at most; a device that does not say how many queues it has takes what it needs.
constexpr std::int64_t k_most_queues = 64;
constexpr const char* k_node = "data";

struct Connection {
  host::Descriptor listening;  // the daemon's
  host::Descriptor connected;  // QEMU's
};

std::unexpected<Error> system_failure(const char* what) {
  return fail(ErrorCode::infrastructure,
              fmt::format("cannot {} a socket for qemu-storage-daemon: {}", what, strerror(errno)));
}

// Connected before the daemon runs, so that nobody has to wait for it to listen. The kernel names the socket: there is
// no file, and no name to guess.
Result<Connection> make_connection() {
  Connection out{host::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)),
                 host::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))};
  if (!out.listening.open() || !out.connected.open()) return system_failure("make");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  socklen_t length = sizeof(sa_family_t);
  if (::bind(out.listening.get(), plain, length) != 0 || ::listen(out.listening.get(), 1) != 0) {
    return system_failure("open");
  }
  length = sizeof(address);
  if (::getsockname(out.listening.get(), plain, &length) != 0 || ::connect(out.connected.get(), plain, length) != 0) {
    return system_failure("connect");
  }
  return out;
}

json data_node(const DiskPlan& disk) {
  DiskPlan plain = disk;
  plain.backend.driver = disk.backend.options.contains("path") ? "file" : "null-co";
  const auto command = blockdev_add(plain);
  json node = command ? json::parse(command->arguments) : json::object();
  node["node-name"] = k_node;
  return node;
}

}  // namespace

std::vector<std::string> storage_daemon_arguments(const DiskPlan& disk, int listening) {
  const auto queues = disk.device.find("num-queues");
  const std::string count = queues != disk.device.end() ? to_text(queues->second) : std::to_string(k_most_queues);
  return {"qemu-storage-daemon",
          "--object",
          "iothread,id=worker",
          "--blockdev",
          data_node(disk).dump(),
          "--export",
          fmt::format("type=vhost-user-blk,id={},node-name={},iothread=worker,writable=on,num-queues={},addr.type=fd,"
                      "addr.str={}",
                      disk.id, k_node, count, listening)};
}

Result<StorageDaemon> StorageDaemon::start(const DiskPlan& disk) {
  auto connection = make_connection();
  if (!connection) return std::unexpected(std::move(connection.error()));
  host::ChildOptions options;
  options.inherited = {connection->listening.get()};
  auto process = host::Child::start(storage_daemon_arguments(disk, connection->listening.get()), options);
  if (!process) {
    Error error = std::move(process.error());
    if (error.code == ErrorCode::not_found) error.hint = "install qemu-system-common";
    return std::unexpected(std::move(error));
  }
  return StorageDaemon(std::move(*process), std::move(connection->connected));
}

bool StorageDaemon::running(std::string& why) {
  const auto exit = m_process.poll_exit();
  if (!exit) return true;
  char text[2048];
  const auto got = ::read(m_process.errors().get(), text, sizeof(text));
  why = exit->text() + (got > 0 ? ": " + std::string(text, static_cast<std::size_t>(got)) : "");
  return false;
}

std::string connection_name(std::string_view id) {
  return fmt::format("{}-connection", id);
}

std::string chardev_id(std::string_view id) {
  return fmt::format("{}-daemon", id);
}

QmpCommand getfd(std::string_view id) {
  return {"getfd", json{{"fdname", connection_name(id)}}.dump()};
}

QmpCommand chardev_add(std::string_view id) {
  const json address{{"type", "fd"}, {"data", {{"str", connection_name(id)}}}};
  const json backend{{"type", "socket"}, {"data", {{"addr", address}, {"server", false}}}};
  return {"chardev-add", json{{"id", chardev_id(id)}, {"backend", backend}}.dump()};
}

QmpCommand chardev_remove(std::string_view id) {
  return {"chardev-remove", json{{"id", chardev_id(id)}}.dump()};
}

}  // namespace ringside::vm
