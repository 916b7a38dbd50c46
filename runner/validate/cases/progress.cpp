// SPDX-License-Identifier: GPL-3.0-or-later
// Every request comes back: rings that are full, batches that are refused half-way, requests that come back early.
#include <fmt/format.h>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

// Says yes when fio has ended, no when its disk has not completed an I/O for ten seconds. A busy host makes I/O slow,
// but does not stop it.
constexpr const char* k_watch = R"(
last=; idle=0
until [ -s /tmp/background.rc ]; do
  read reads b c d writes rest </sys/block/DISK/stat
  [ "$reads $writes" = "$last" ] && idle=$((idle + 1)) || idle=0
  last="$reads $writes"
  [ $idle -lt 100 ] || exit 1
  usleep 100000
done)";

// Whether the load ends. One that does not goes on behind our back, to be looked at.
bool ends(Stage& stage, const std::string& disk, const FioOptions& options) {
  stage.write("/tmp/background.fio", fio::job_text(disk, options));
  stage.shell(
      "cd /tmp; rm -f background.rc; "
      "(fio --output-format=json background.fio >background.out 2>background.err </dev/null; "
      "echo $? >background.rc) >/dev/null 2>&1 </dev/null &");
  std::string watch = k_watch;
  watch.replace(watch.find("DISK"), 4, disk);
  return stage.run({"sh", "-c", watch}).exit_code == 0;
}

void expect_good_end(Stage& stage) {
  const FioEnd end = stage.finish_fio();
  stage.expect(end.exit_code == 0 && end.error == 0 && end.ios > 0, "fio does its I/O without an error",
               fmt::format("exit code {}, error {}\n{}", end.exit_code, end.error, end.text));
}

int number(const std::string& text) {
  return std::atoi(text.c_str());
}

// Where the block layer has the requests of a disk, in words.
struct Whereabouts {
  int requeued = 0;  // put aside by the driver
  int started = 0;   // given to the driver, not completed
  std::string text;
};

Whereabouts whereabouts(Stage& stage, const std::string& disk) {
  const std::string folder = "/sys/kernel/debug/block/" + disk;
  Whereabouts out;
  out.requeued = number(stage.shell("wc -l <" + folder + "/requeue_list"));
  out.started = number(stage.shell("cat " + folder + "/hctx*/busy | grep -c in_flight || true"));
  out.text = stage.shell("cd " + folder +
                         "; for queue in hctx*; do echo \"$queue ($(cat $queue/type)): "
                         "$(grep -q STOPPED $queue/state && echo stopped || echo running), "
                         "$(wc -l <$queue/dispatch) waiting to be dispatched, $(wc -l <$queue/busy) busy\"; done");
  return out;
}

vm::DiskPlan ring_of_16(bool indirect) {
  vm::DiskPlan disk = null_disk(2);
  disk.device["queue-size"] = std::int64_t{16};
  disk.device["indirect_desc"] = indirect;
  return disk;
}

FioOptions deep(const std::string& block_size, const std::string& ios) {
  return {{"rw", "randread"},  {"bs", block_size},  {"size", "16m"}, {"iodepth", "64"}, {"iodepth_batch_submit", "32"},
          {"number_ios", ios}, {"norandommap", "1"}};
}

void poll_only_on_full_ring(Stage& stage) {
  const Path path = path_named(stage, k_polled);
  Params params = path.params;
  params["queue_depth"] = "64";
  const auto disk = stage.take(params, ring_of_16(true));
  if (ends(stage, disk.name, over(deep("16k", "1500"), path))) return expect_good_end(stage);
  const Whereabouts where = whereabouts(stage, disk.name);
  const bool stopped = where.text.find("(poll): stopped") != std::string::npos;
  stage.fail(stopped ? "polling restarts the queue that a full ring stopped, but the poll queue stays stopped"
                     : "a load that only polls ends",
             where.text);
}

void refused_batch(Stage& stage) {
  const auto disk = stage.take({{"queue_depth", "64"}}, ring_of_16(false));
  if (ends(stage, disk.name, deep("4k", "1500"))) return expect_good_end(stage);
  const Whereabouts where = whereabouts(stage, disk.name);
  stage.fail(where.requeued > 0
                 ? fmt::format("what a full ring refused is submitted again, but {} requests lie in the requeue list, "
                               "which nobody runs",
                               where.requeued)
                 : "a deep load on a small ring ends",
             where.text);
}

// What the fault build that counts generations says, if it is that.
std::string touched(const std::string& console) {
  const auto at = console.find("touched after its add");
  if (at == std::string::npos) return {};
  const auto begin = console.rfind('\n', at) + 1;
  return console.substr(begin, console.find('\n', at) - begin);
}

void not_touched_after_add(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = stage.take(path.params, file_disk(2));
    const FioOptions storm = {
        {"rw", "randwrite"},        {"size", "4m"},       {"numjobs", "2"},      {"group_reporting", "1"},
        {"offset_increment", "8m"}, {"verify", "crc32c"}, {"verify_fatal", "1"}, {"loops", "2"}};
    const bool ended = ends(stage, disk.name, over(storm, path));
    const std::string said = touched(stage.console());
    stage.require(said.empty(), "no request is touched after it was added to the ring", said);
    if (!ended) {
      const Whereabouts where = whereabouts(stage, disk.name);
      stage.fail(fmt::format("a storm of batches ends, but {} requests are started and never come back", where.started),
                 where.text);
    }
    expect_good_end(stage);
    stage.drop();
  }
}

}  // namespace

std::vector<Case> progress_cases() {
  return {{.name = "progress/poll-only-on-full-ring",
           .proves = "Polling restarts a queue that a full ring stopped",
           .reference = "V2",
           .run = poll_only_on_full_ring,
           .deadline = 60s},
          {.name = "progress/refused-batch",
           .proves = "Requests of a batch that found no room are submitted again",
           .reference = "37fafe6b61e4",
           .run = refused_batch,
           .deadline = 60s},
          {.name = "progress/not-touched-after-add",
           .proves = "A storm of batches loses and changes nothing; no request is touched after its add, on every path",
           .reference = "V3",
           .run = not_touched_after_add}};
}

}  // namespace ringside::validate
