// SPDX-License-Identifier: GPL-3.0-or-later
// What a case sees: a guest, the driver under test, load, and the words to judge with.
//
// A case reads from top to bottom without looking after failures: whatever goes wrong on the way (the guest dies, fio
// does not end, a program fails) ends the case as FAIL with the evidence. So do require(), skip() and known() end it.
// They do this by an exception of this folder, which the runner of the cases catches and nothing else may: a case is a
// script, and a Result at each of its steps would hide what it shows (docs/decisions/validation-cases.md).
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fio/fio_end.h"
#include "validate/block_counters.h"
#include "validate/disks.h"
#include "validate/driver_under_test.h"
#include "validate/trace_events.h"
#include "vm/machine.h"
#include "wire/messages.h"

namespace ringside::validate {

using Params = std::map<std::string, std::string>;
using fio::FioEnd;
using fio::FioOptions;

// A way that I/O takes through a driver.
struct Path {
  std::string name;  // "interrupt", "polled", "shared polling"
  Params params;
  FioOptions fio;
};

class Stage {
 public:
  class Backstage;  // the runner's side
  explicit Stage(Backstage& backstage) : m_back(backstage) {}
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // --- who is there ------------------------------------------------------------------------------------------------
  [[nodiscard]] const DriverUnderTest& driver() const;
  [[nodiscard]] const std::string& kernel() const;  // release: "6.1.0-57-amd64"
  [[nodiscard]] vm::Machine& machine();
  // From now on, but not beyond the case's own deadline.
  [[nodiscard]] TimePoint in(Nanoseconds duration) const;
  // Whether the driver has such a module parameter. The first question loads it for a moment: ask before load().
  [[nodiscard]] bool has_parameter(const std::string& name);
  // The ways that the driver has: by interrupt, polled on queues of its own, and, if it can, polled on shared queues.
  [[nodiscard]] std::vector<Path> paths();

  // --- driver and disks --------------------------------------------------------------------------------------------
  // Parameters that the driver does not have are left out, so that a case can be run against any driver; one whose
  // point they are asks has_parameter() first.
  wire::DriverLoaded load(const Params& params = {});
  void unload();
  // As in /sys/module: of the module that was loaded last.
  [[nodiscard]] const std::string& loaded_module() const;
  // The driver's refusal to load with these very parameters; empty if it loaded (it is unloaded again).
  [[nodiscard]] std::string refusal(const Params& params);
  // Plugs disks and binds them to the loaded driver.
  std::vector<wire::DiskReady> bind(const std::vector<vm::DiskPlan>& disks);
  // The same for disks that are plugged already, by their serials: after an unbind.
  std::vector<wire::DiskReady> bind_again(const std::vector<std::string>& serials);
  // load() and bind() of one disk.
  wire::DiskReady take(const Params& params, const vm::DiskPlan& disk);
  // device_del, and waits until the device has gone.
  void unplug(const std::string& id = k_disk);
  // From now on the device serves no more I/Os than this a second (QEMU's throttling).
  void limit_iops(std::int64_t iops, const std::string& id = k_disk);
  // Unplugs all disks and unloads the driver. What a case leaves behind is dropped after it, too.
  void drop();
  // `driver_settings` of the reference driver by name: the parameters as they are in force on a disk.
  [[nodiscard]] Params settings(const std::string& disk);

  // --- load --------------------------------------------------------------------------------------------------------
  // One job; what came of it is the case's to judge. `disk` is a block device's name ("vda").
  [[nodiscard]] FioEnd fio(const std::string& disk, const FioOptions& options, Nanoseconds limit = k_fio_limit);
  // fio() that must end well, with I/O done: what is expected else.
  FioEnd clean_fio(const std::string& disk, const FioOptions& options);
  // Starts fio and waits until the disk has done some I/O. `options` should not end by themselves (see endless()).
  void start_fio(const std::string& disk, const FioOptions& options);
  [[nodiscard]] FioEnd finish_fio();  // waits for its end
  [[nodiscard]] FioEnd stop_fio();    // SIGTERM, then its end: it succeeded if not one I/O had failed

  // --- the guest ---------------------------------------------------------------------------------------------------
  [[nodiscard]] wire::CommandDone run(const std::vector<std::string>& argv, const std::string& input = {});
  std::string shell(const std::string& command);  // must succeed; what it printed
  // The text of a file in the guest, without the line end; empty where it cannot be read.
  [[nodiscard]] std::string read(const std::string& path);
  void write(const std::string& path, const std::string& content);
  // Waits until the shell command says yes; the case fails if it does not.
  void wait_for(const std::string& command, Nanoseconds patience = k_patience);
  // The same as a question.
  [[nodiscard]] bool comes_true(const std::string& command, Nanoseconds patience = k_patience);
  // Records `events` ("virtio_blk_ref:lock") while `body` runs.
  [[nodiscard]] std::vector<TraceEvent> traced(const std::vector<std::string>& events,
                                               const std::function<void()>& body);
  // What arrived at the device so far, counted by QEMU.
  [[nodiscard]] BlockCounters counted(const std::string& id = k_disk);
  // What the console showed, and the incidents in it, since the case began.
  [[nodiscard]] std::string console();
  [[nodiscard]] std::vector<vm::Incident> incidents();
  // Kills QEMU as a power cut would and boots a new guest with the same needs; nothing is plugged or loaded there.
  void cut_power();

  // --- judging -----------------------------------------------------------------------------------------------------
  // FAIL if not `good`, and goes on. `what` is what should be ("every request came back"), `evidence` what was seen.
  void expect(bool good, std::string_view what, std::string_view evidence = {});
  // expect(actual == expected) with both as evidence.
  template <typename A, typename B>
  void expect_equal(const A& actual, const B& expected, std::string_view what) {
    expect(actual == expected, what, fmt::format("{} instead of {}", actual, expected));
  }
  // The same, and ends the case.
  void require(bool good, std::string_view what, std::string_view evidence = {});
  [[noreturn]] void fail(std::string_view what, std::string_view evidence = {});
  // Ends the case as SKIP: nothing can be said here.
  [[noreturn]] void skip(std::string_view reason);
  // Ends the case as KNOWN: the kernel itself is at fault. `reference` names the bug ("commit 37fafe6b61e4"), `proof`
  // is what was seen that tells it from a fault of the driver. Expectations that failed before do not count then.
  [[noreturn]] void known(std::string_view reference, std::string_view proof);
  // A figure or fact for the report, whatever the outcome ("12 of 640 I/Os notified").
  void note(std::string_view text);
  // What the following expectations are about ("polled, queue-size=16"); stands before them in the evidence.
  void scene(std::string_view text);

  static constexpr Nanoseconds k_fio_limit = std::chrono::seconds(60);
  static constexpr Nanoseconds k_patience = std::chrono::seconds(40);

 private:
  Backstage& m_back;
};

// Options that make fio write at random for as long as it is let, over `options`.
[[nodiscard]] FioOptions endless(FioOptions options = {});

}  // namespace ringside::validate
