// SPDX-License-Identifier: GPL-3.0-or-later
// Polling: that it happens, and what io_poll in sysfs does and does not.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

const FioOptions k_polled_reads = {{"rw", "randread"}, {"size", "4m"}, {"hipri", "1"}};

// On 6.1 IOPOLL silently uses interrupts where there is nothing to poll; since 6.12 it fails with EOPNOTSUPP.
constexpr int k_eopnotsupp = 95;

std::string io_poll_of(const wire::DiskReady& disk) {
  return "/sys/block/" + disk.name + "/queue/io_poll";
}

std::string counts(const FioEnd& end) {
  return fmt::format("{} interrupts for {} I/Os", end.interrupts, end.completed);
}

void polls(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const auto disk = stage.take(path.params, file_disk(2));
  stage.expect_equal(stage.read(io_poll_of(disk)), "1", "io_poll says that the disk polls");
  const FioEnd end = stage.clean_fio(disk.name, over({{"rw", "randwrite"}, {"verify", "crc32c"}}, path));
  stage.expect(end.interrupts * 10 < end.completed, "polled I/O comes without interrupts", counts(end));
  stage.note(counts(end));
  const FioEnd plain = stage.clean_fio(disk.name, {{"rw", "randread"}});
  stage.expect(plain.interrupts > 0, "plain I/O on the same disk comes by interrupt", counts(plain));
}

void io_poll_without_queues(Stage& stage) {
  const auto disk = stage.take({}, null_disk(2));
  stage.expect_equal(stage.read(io_poll_of(disk)), "0", "io_poll says that the disk does not poll");
  const auto done = stage.run({"sh", "-c", "echo 1 >" + io_poll_of(disk)});
  stage.expect(done.exit_code != 0 && done.errors.find("Invalid argument") != std::string::npos,
               "writing io_poll without poll queues is refused with EINVAL", done.errors);
  stage.expect_equal(stage.read(io_poll_of(disk)), "0", "io_poll is as it was");
  stage.clean_fio(disk.name, {{"rw", "randread"}});
}

void io_poll_written_underneath(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, null_disk(2));
  stage.start_fio(disk.name, endless(path.fio));
  stage.shell("for i in 1 2 3 4 5 6 7 8 9 10; do for to in 0 1; do echo $to >" + io_poll_of(disk) +
              "; usleep 20000; done; done");
  stage.shell("echo 0 >" + io_poll_of(disk));
  stage.expect_equal(stage.read(io_poll_of(disk)), "1", "a write to io_poll is ignored");
  const FioEnd end = stage.stop_fio();
  stage.expect_equal(end.error, 0, "I/O goes on while io_poll is written");
  const FioEnd after = stage.clean_fio(disk.name, k_polled_reads);
  stage.expect(after.interrupts * 10 < after.completed, "the disk still polls", counts(after));
}

void iopoll_without_queues(Stage& stage) {
  const auto disk = stage.take({}, null_disk(2));
  const FioEnd end = stage.fio(disk.name, k_polled_reads);
  const bool refused = end.exit_code != 0 && end.error == k_eopnotsupp;
  const bool by_interrupt = end.exit_code == 0 && end.error == 0 && end.interrupts > 0;
  stage.expect(refused || by_interrupt, "IOPOLL without poll queues is refused with EOPNOTSUPP or comes by interrupt",
               fmt::format("exit code {}, error {}, {}\n{}", end.exit_code, end.error, counts(end), end.text));
  stage.note(refused ? "refused with EOPNOTSUPP" : "by interrupt");
  stage.clean_fio(disk.name, {{"rw", "randread"}});
}

}  // namespace

std::vector<Case> polling_cases() {
  return {{.name = "polling/dedicated-queues",
           .proves = "IOPOLL on queues of its own comes without interrupts and brings data back as written",
           .reference = "D5, D6",
           .run = [](Stage& stage) { polls(stage, k_polled); },
           .smoke = true},
          {.name = "polling/shared-queues",
           .proves = "IOPOLL on shared queues comes without interrupts and brings data back as written",
           .reference = "D12",
           .run = [](Stage& stage) { polls(stage, k_shared_polling); }},
          {.name = "polling/io-poll-without-queues",
           .proves = "Writing io_poll on a disk without poll queues is EINVAL and changes nothing",
           .reference = "V11",
           .run = io_poll_without_queues,
           .smoke = true},
          {.name = "polling/io-poll-written-underneath",
           .proves = "Writing io_poll under polled I/O is ignored; I/O goes on and still polls",
           .reference = "V11",
           .run = io_poll_written_underneath},
          {.name = "polling/iopoll-without-queues",
           .proves = "IOPOLL on a disk without poll queues neither hangs nor loses anything",
           .reference = "V11",
           .run = iopoll_without_queues}};
}

}  // namespace ringside::validate
