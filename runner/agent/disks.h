// SPDX-License-Identifier: GPL-3.0-or-later
// Virtio-blk disks: bound to the driver under test, and what they say of themselves.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agent/kernel_messages.h"
#include "core/measurement.h"
#include "core/result.h"
#include "wire/messages.h"

namespace ringside::agent {

class Disks {
 public:
  // `messages` must outlive this.
  explicit Disks(KernelMessages& messages) : m_messages(messages) {}

  // wire::BindDisks. Devices that another driver holds (one built into the kernel) are taken from it.
  [[nodiscard]] Result<wire::DisksReady> bind(const wire::BindDisks& request);

  // The treatment now, with the disk's counters since boot. Works for any block device; what a device that is not
  // virtio's does not have stays empty.
  [[nodiscard]] DiskTreatment treatment_of(const std::string& disk) const;

 private:
  [[nodiscard]] Result<void> bind_free_devices(const std::string& driver);
  [[nodiscard]] Result<wire::DiskReady> ready(const std::string& disk, const std::string& serial,
                                              const std::string& scheduler);
  [[nodiscard]] Result<void> bind_one(const std::string& device, const std::string& driver);
  void remember_log();

  KernelMessages& m_messages;
  std::map<std::string, std::vector<std::string>> m_log;  // by virtio device: its lines since it was bound last
  std::map<std::string, std::uint64_t> m_memory;          // by virtio device: bytes that binding it took
};

// Writes "0" to the virtio bus's drivers_autoprobe, so that no driver takes a disk that comes later by itself; then
// binds the ports of virtio-serial, which must not wait. Call after the modules of the transport are loaded.
[[nodiscard]] Result<void> choose_drivers_explicitly();

}  // namespace ringside::agent
