// SPDX-License-Identifier: GPL-3.0-or-later
// The system sleeps and wakes up while disks are in use. pm_test freezes tasks and devices as for a real suspend and
// wakes up by itself.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

const FioOptions k_verified_writes = {
    {"rw", "randwrite"}, {"size", "4m"}, {"verify", "crc32c"}, {"verify_fatal", "1"}, {"loops", "1000"}};

// Not while an answer is on its way: the control channel sleeps too.
void sleep_and_wake(Stage& stage, int times) {
  // Should a device never come to rest, the console's last line says which.
  stage.shell("dmesg -n 8; echo 1 >/sys/power/pm_print_times");
  stage.write("/sys/module/suspend/parameters/pm_test_delay", "0");
  stage.write("/sys/power/pm_test", "devices");
  stage.shell(
      fmt::format("rm -f /tmp/awake; (usleep 300000; i=0; while [ $i -lt {} ]; do i=$((i + 1)); "
                  "echo freeze >/sys/power/state || exit; echo $i >>/tmp/awake; done) </dev/null >/dev/null 2>&1 &",
                  times));
  stage.wait_for(fmt::format("[ \"$(tail -n 1 /tmp/awake 2>/dev/null)\" = {} ]", times), 45s);
  stage.write("/sys/power/pm_test", "none");
}

void under_io(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const auto disk = stage.take(path.params, file_disk(2));
  stage.start_fio(disk.name, over(k_verified_writes, path));
  sleep_and_wake(stage, 5);
  const FioEnd end = stage.stop_fio();
  stage.expect_equal(end.error, 0, "no I/O is lost or changed while the system sleeps");
  stage.note(fmt::format("{} I/Os over 5 times of sleep", end.ios));
  stage.clean_fio(disk.name, over({{"rw", "randread"}}, path));
}

void parameter_changed_meanwhile(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, file_disk(2));
  const auto before = stage.shell("cat /sys/kernel/debug/block/" + disk.name + "/hctx*/type");
  const std::string parameter = "/sys/module/" + stage.loaded_module() + "/parameters/poll_queues";
  for (const char* poll_queues : {"0", "2", "1"}) {
    stage.scene(fmt::format("poll_queues={}", poll_queues));
    const auto written = stage.run({"sh", "-c", fmt::format("echo {} >{}", poll_queues, parameter)});
    if (written.exit_code != 0) stage.skip("poll_queues cannot be written while the driver is loaded");
    stage.start_fio(disk.name, over(k_verified_writes, path));
    sleep_and_wake(stage, 2);
    stage.expect_equal(stage.stop_fio().error, 0, "I/O goes on after waking up");
    stage.expect_equal(stage.shell("cat /sys/kernel/debug/block/" + disk.name + "/hctx*/type"), before,
                       "the disk keeps the queues that it came with");
  }
}

Case sleeping(std::string name, std::string proves, void (*run)(Stage&)) {
  Case out{.name = std::move(name),
           .proves = std::move(proves),
           .reference = "8d12ec102928, 7678abee0867",
           .run = run,
           .guest = {.cmdline = "no_console_suspend", .own = true}};
  out.deadline = 240s;
  return out;
}

}  // namespace

std::vector<Case> suspend_cases() {
  std::vector<Case> out{
      sleeping("suspend/under-io", "No request is lost, changed or stuck while the system sleeps and wakes up",
               [](Stage& stage) { under_io(stage, k_interrupt); }),
      sleeping("suspend/under-polled-io", "The same under polled I/O", [](Stage& stage) { under_io(stage, k_polled); }),
      sleeping("suspend/under-shared-polling", "The same where interrupts are off while I/O is polled",
               [](Stage& stage) { under_io(stage, k_shared_polling); }),
      sleeping("suspend/parameter-changed-meanwhile",
               "A parameter that is written before the system sleeps does not change the disk that wakes up",
               parameter_changed_meanwhile)};
  out.back().reference = "poll_queues written, suspend, resume";
  return out;
}

}  // namespace ringside::validate
