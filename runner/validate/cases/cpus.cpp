// SPDX-License-Identifier: GPL-3.0-or-later
// CPUs that go away and come back, I/O that is moved among them, and pollers that get in each other's way.
#include <fmt/format.h>

#include <cstdlib>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

const GuestNeeds k_four_cpus = {.vcpus = 4};

// Two queues with interrupts and two to poll, where the driver has such.
wire::DiskReady wide_disk(Stage& stage, const Path& path) {
  Params params = path.params;
  if (params.erase("poll_queues") > 0) params.emplace("poll_queues", "2");
  return stage.take(params, file_disk(4));
}

FioOptions verified_for_ever(const Path& path) {
  return over({{"rw", "randwrite"},
               {"size", "4m"},
               {"numjobs", "2"},
               {"offset_increment", "8m"},
               {"group_reporting", "1"},
               {"verify", "crc32c"},
               {"verify_fatal", "1"},
               {"loops", "1000"}},
              path);
}

// `disturb` meets I/O on every path of the driver; nothing may be lost.
void under_io(Stage& stage, const std::string& disturb) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = wide_disk(stage, path);
    stage.start_fio(disk.name, verified_for_ever(path));
    stage.shell(disturb);
    const FioEnd end = stage.stop_fio();
    stage.expect_equal(end.error, 0, "not one I/O fails or brings back other data: " + end.text);
    stage.clean_fio(disk.name, over({{"rw", "randread"}}, path));
    stage.drop();
  }
}

void cpus_offline(Stage& stage) {
  under_io(stage,
           "for i in 1 2; do for cpu in 1 2 3; do echo 0 >/sys/devices/system/cpu/cpu$cpu/online || exit 1; "
           "usleep 50000; done; for cpu in 1 2 3; do echo 1 >/sys/devices/system/cpu/cpu$cpu/online || exit 1; "
           "usleep 50000; done; done");
}

void affinity_changed(Stage& stage) {
  under_io(stage,
           "for mask in 1 2 4 8 3 c f 8 1 4 2 f; do for task in /proc/[0-9]*/task/*; do "
           "read name <$task/comm; [ \"$name\" = fio ] && taskset -p $mask ${task##*/} >/dev/null; done; "
           "usleep 50000; done; true");
}

// Four jobs on one poll queue: with trylock a poller passes by a queue that another one holds, with spin it waits.
void contended_poll_lock(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  for (const std::string lock : {"spin", "trylock"}) {
    stage.scene("poll_lock=" + lock);
    Params params = path.params;
    params["poll_lock"] = lock;
    const auto disk = stage.take(params, null_disk(2));
    FioEnd end;
    const auto events = stage.traced({"virtio_blk_ref:poll"}, [&] {
      end = stage.clean_fio(disk.name, over({{"rw", "randread"}, {"numjobs", "4"}, {"group_reporting", "1"}}, path));
    });
    const int polls = count(events, "poll");
    const int skipped = count(events, "poll", "skipped", "1");
    stage.expect(polls > 0, "the trace holds polls");
    if (lock == "spin") stage.expect_equal(skipped, 0, "a spinning poller passes by no queue");
    stage.note(fmt::format("{} I/Os; of the last {} polls {} passed by", end.ios, polls, skipped));
    stage.drop();
  }
}

// The 99th percentile in fio's JSON, of the only job, which was asked for this percentile only.
double p99_milliseconds(const std::string& json) {
  const auto at = json.find("\"99.000000\" : ");
  return at == std::string::npos ? -1 : std::atof(json.c_str() + at + 14) / 1e6;
}

double p99_of_plain_reads(Stage& stage, const std::string& disk) {
  const auto done =
      stage.run({"sh", "-c",
                 "fio --output-format=json --name=plain --filename=/dev/" + disk +
                     " --allow_file_create=0 --ioengine=io_uring --iodepth=1 --direct=1 --rw=randread "
                     "--bs=4k --size=16m --runtime=3 --time_based --percentile_list=99 --cpus_allowed=1"});
  stage.require(done.exit_code == 0, "plain reads are done beside the pollers", done.output + done.errors);
  return p99_milliseconds(done.output);
}

// Two pollers share a CPU and a queue, so that one is always off the CPU with I/O in hand; the plain reader has
// another.
void pollers_beside_plain_io(Stage& stage) {
  constexpr double k_most = 500;  // an emulated CPU may have to wait for several turns of others
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, null_disk(2));
  const double alone = p99_of_plain_reads(stage, disk.name);
  stage.start_fio(disk.name, endless(over({{"numjobs", "2"}, {"group_reporting", "1"}, {"cpus_allowed", "0"}}, path)));
  const double beside = p99_of_plain_reads(stage, disk.name);
  stage.expect_equal(stage.stop_fio().error, 0, "the pollers' I/O goes well");
  stage.expect(beside >= 0 && beside < k_most, "the p99 latency of plain reads beside pollers stays below 500 ms",
               fmt::format("{:.1f} ms", beside));
  stage.note(fmt::format("p99 of plain reads: {:.2f} ms alone, {:.2f} ms beside two pollers", alone, beside));
}

// One at a time: there is nothing to gather, and no interrupt has a place there.
void polled_one_by_one(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  const auto disk = stage.take(path.params, null_disk(2));
  const FioOptions one = {{"rw", "randread"},
                          {"iodepth", "1"},
                          {"iodepth_batch_submit", "1"},
                          {"iodepth_batch_complete_min", "1"},
                          {"number_ios", "500"}};
  const FioEnd end = stage.clean_fio(disk.name, over(one, path));
  stage.expect(end.interrupts * 100 < end.completed, "polled I/O one by one comes without interrupts",
               fmt::format("{} interrupts for {} I/Os", end.interrupts, end.completed));
  if (stage.driver().is_reference()) {
    const auto events = stage.traced({"virtio_blk_ref:kick", "virtio_blk_ref:batch", "virtio_blk_ref:queue_rq"},
                                     [&] { stage.clean_fio(disk.name, over(one, path)); });
    stage.expect_equal(count(events, "batch", "size", "1"), count(events, "batch"), "a batch holds one request");
    stage.expect_equal(count(events, "kick"), count(events, "queue_rq"), "each request asks once whether to notify");
  }
  stage.note("campaigns/driver-parity.toml measures what it costs");
}

}  // namespace

std::vector<Case> cpu_cases() {
  return {{.name = "cpus/offline-and-online",
           .proves = "I/O goes on, and comes back right, while CPUs and with them queues go and return",
           .reference = "V8b",
           .run = cpus_offline,
           .guest = k_four_cpus},
          {.name = "cpus/affinity-changed",
           .proves = "I/O whose submitters are moved among the CPUs comes back right",
           .reference = "V12",
           .run = affinity_changed,
           .guest = k_four_cpus},
          {.name = "cpus/contended-poll-lock",
           .proves = "Pollers of one queue that spin pass none by; those that try may, and lose nothing by it",
           .reference = "V8",
           .run = contended_poll_lock,
           .guest = k_four_cpus,
           .applies_to = AppliesTo::reference},
          {.name = "cpus/pollers-beside-plain-io",
           .proves = "Pollers without a CPU do not keep plain I/O of the same disk waiting beyond a bound",
           .reference = "V16",
           .run = pollers_beside_plain_io},
          {.name = "cpus/polled-one-by-one",
           .proves = "Plain polling at depth one is served one by one, without interrupts",
           .reference = "V13",
           .run = polled_one_by_one}};
}

}  // namespace ringside::validate
