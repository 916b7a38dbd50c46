// SPDX-License-Identifier: GPL-3.0-or-later
// Guests for the tests of the reference driver. All cases share one boot as long as it is healthy; disks and driver
// change inside it. After each case the console must be free of warnings (GuestTest sees to that).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fio/fio_end.h"
#include "fixture/guest_test.h"
#include "validate/disks.h"
#include "validate/trace_events.h"

namespace ringside::test {

using Params = std::map<std::string, std::string>;

using fio::FioEnd;
using fio::FioOptions;
using validate::count;
using validate::file_disk;
using validate::k_disk;
using validate::null_disk;
using validate::TraceEvent;

inline constexpr const char* k_driver = "virtio_blk_ref";

class DriverTest : public GuestTest {
 protected:
  [[nodiscard]] std::vector<DriverChoice> drivers() const override { return {{DriverKind::reference, {}}}; }
  [[nodiscard]] bool with_faults() const override { return true; }

  // Loads the driver (or a fault build), plugs and binds the disk; drop() undoes both.
  [[nodiscard]] wire::DiskReady take(const Params& params, const vm::DiskPlan& disk,
                                     const std::string& module = k_driver);
  void drop(const std::string& module = k_driver, const std::string& disk = k_disk);

  // The driver's refusal to load, empty if it loaded.
  [[nodiscard]] std::string refusal(const Params& params);

  [[nodiscard]] FioEnd fio(const std::string& disk, const FioOptions& options);
  // Starts fio and waits until the disk has done some I/O; the other waits for its end.
  void start_fio(const std::string& disk, const FioOptions& options);
  [[nodiscard]] FioEnd finish_fio();
  // Interrupts it first.
  [[nodiscard]] FioEnd stop_fio();

  // The text of a file in the guest, without the line end.
  [[nodiscard]] std::string read(const std::string& path);
  void write(const std::string& path, const std::string& content);
  // `driver_settings` by name: the parameters as they are in force on a disk.
  [[nodiscard]] Params settings(const std::string& disk);
  // Waits until the shell command says yes.
  void wait_for(const std::string& command);
  // Runs a shell command that must succeed; what it printed.
  std::string shell(const std::string& command);

  // Records `events` ("virtio_blk_ref:lock") while fio runs.
  [[nodiscard]] std::vector<TraceEvent> traced(const std::vector<std::string>& events, const std::string& disk,
                                               const FioOptions& options);
};

}  // namespace ringside::test
