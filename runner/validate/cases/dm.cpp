// SPDX-License-Identifier: GPL-3.0-or-later
// Polled I/O through the device mapper: tables that change underneath, stacks, and lower disks that cannot poll.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

constexpr int k_eopnotsupp = 95;

// A mapped device of half a disk's size; its name in /dev ("dm-0").
std::string map(Stage& stage, const std::string& name, const std::string& table) {
  stage.shell("dmsetup create --noudevsync " + name + " --table '" + table + "' && dmsetup mknodes");
  const std::string minor = stage.shell("dmsetup info -c --noheadings -o minor " + name);
  const std::string node = "dm-" + minor.substr(0, minor.find_first_of(" \n"));
  stage.wait_for("[ -b /dev/" + node + " ]");
  return node;
}

void unmap(Stage& stage, const std::string& name) {
  stage.shell("dmsetup remove --noudevsync " + name);
}

std::string linear(const std::string& disk, int begin) {
  return fmt::format("0 65536 linear /dev/{} {}", disk, begin);
}

const FioOptions k_verified = {{"rw", "randwrite"}, {"size", "4m"}, {"verify", "crc32c"}, {"verify_fatal", "1"}};

void table_reloaded(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, null_disk(2));
  const std::string node = map(stage, "reloaded", linear(disk.name, 0));
  stage.start_fio(node, endless(over({{"rw", "randread"}}, path)));
  for (int round = 0; round < 10; ++round) {
    stage.shell("dmsetup suspend --noudevsync reloaded && dmsetup load reloaded --table '" +
                linear(disk.name, round % 2 == 0 ? 65536 : 0) +
                "' && usleep 20000; dmsetup resume --noudevsync reloaded");
  }
  const FioEnd end = stage.stop_fio();
  stage.expect_equal(end.error, 0, "polled I/O goes on over suspend, reload and resume: " + end.text);
  const FioEnd after = stage.clean_fio(node, over({{"rw", "randread"}}, path));
  stage.note(fmt::format("{} I/Os under 10 reloads; afterwards {}", end.ios, after.ios));
  unmap(stage, "reloaded");
}

void stacked(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, file_disk(2));
  const std::string lower = map(stage, "lower", linear(disk.name, 0));
  const std::string upper = map(stage, "upper", fmt::format("0 32768 linear /dev/{} 1024", lower));
  stage.expect_equal(stage.read("/sys/block/" + upper + "/queue/io_poll"), "1", "a stack of two says that it polls");
  stage.clean_fio(upper, over(k_verified, path));
  // 1024 sectors below the upper device's beginning: what was written there is here.
  const auto same =
      stage.run({"sh", "-c",
                 "dd if=/dev/" + upper +
                     " bs=64k count=8 iflag=direct of=/tmp/upper 2>/dev/null; "
                     "dd if=/dev/" +
                     disk.name +
                     " bs=64k count=8 skip=8 iflag=direct of=/tmp/disk "
                     "2>/dev/null; cmp /tmp/upper /tmp/disk; rc=$?; rm -f /tmp/upper /tmp/disk; exit $rc"});
  stage.expect_equal(same.exit_code, 0, "data lie where both tables say: " + same.output);
  unmap(stage, "upper");
  unmap(stage, "lower");
}

// A stripe over a disk with a poll queue and one that has a single queue, hence none to poll.
void mixed_lower_disks(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  stage.load(path.params);
  const auto disks = stage.bind({file_disk(2), file_disk(1, "disk1")});
  const std::string node =
      map(stage, "mixed", fmt::format("0 65536 striped 2 8 /dev/{} 0 /dev/{} 0", disks.at(0).name, disks.at(1).name));
  FioOptions io = over(k_verified, path);
  io["bs"] = "4k";
  const FioEnd end = stage.fio(node, io);
  const bool refused = end.error == k_eopnotsupp;
  stage.expect(refused || (end.error == 0 && end.exit_code == 0),
               "polled I/O on a stack with a disk that cannot poll is done or refused with EOPNOTSUPP",
               fmt::format("error {}\n{}", end.error, end.text));
  stage.note(fmt::format("{}; io_poll of the stack is {}", refused ? "refused" : "done",
                         stage.read("/sys/block/" + node + "/queue/io_poll")));
  stage.clean_fio(node, k_verified);
  unmap(stage, "mixed");
}

}  // namespace

std::vector<Case> dm_cases() {
  return {{.name = "dm/table-reloaded",
           .proves = "Polled I/O goes on while the table under it is suspended, reloaded and resumed",
           .reference = "V9",
           .run = table_reloaded},
          {.name = "dm/stacked",
           .proves = "Polled I/O through two mapped devices arrives where it should",
           .reference = "V10",
           .run = stacked},
          {.name = "dm/mixed-lower-disks",
           .proves = "Polled I/O on a stripe of which one disk cannot poll neither hangs nor loses anything",
           .reference = "V10",
           .run = mixed_lower_disks}};
}

}  // namespace ringside::validate
