// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that another process serves: qemu-storage-daemon, which QEMU and the guest reach by vhost-user. The process
// dies with the runner and may be killed at any time.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "host/child.h"
#include "host/descriptor.h"
#include "vm/disk.h"

namespace ringside::vm {

[[nodiscard]] inline bool is_vhost_user(const Backend& backend) {
  return backend.driver == "vhost-user-blk";
}

// The daemon's command line. With a `path` it serves that file, else QEMU's null-co; it has as many queues as the
// device asks for. `listening` is the descriptor of the socket on which QEMU is expected.
[[nodiscard]] std::vector<std::string> storage_daemon_arguments(const DiskPlan& disk, int listening);

class StorageDaemon {
 public:
  // Errors: not_found (no qemu-storage-daemon), infrastructure.
  [[nodiscard]] static Result<StorageDaemon> start(const DiskPlan& disk);

  // QEMU's end of the connection.
  [[nodiscard]] int connection() const { return m_connection.get(); }
  // Whether it still runs; if not, `why` is how it ended and what it said.
  [[nodiscard]] bool running(std::string& why);
  void kill() { m_process.kill(); }

 private:
  StorageDaemon(host::Child process, host::Descriptor connection)
      : m_process(std::move(process)), m_connection(std::move(connection)) {}

  host::Child m_process;
  host::Descriptor m_connection;
};

// What QEMU has to be told, in this order, after it was given the connection by getfd under `connection_name(id)`.
[[nodiscard]] std::string connection_name(std::string_view id);
[[nodiscard]] std::string chardev_id(std::string_view id);
[[nodiscard]] QmpCommand getfd(std::string_view id);
[[nodiscard]] QmpCommand chardev_add(std::string_view id);
[[nodiscard]] QmpCommand chardev_remove(std::string_view id);

}  // namespace ringside::vm
