// SPDX-License-Identifier: GPL-3.0-or-later
// How requests reach the device: in which order, with which lock held, and what is kept of one that is refused.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "validate/cases.h"
#include "validate/list_pools.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

constexpr const char* k_probes = "/sys/kernel/tracing/kprobe_events";
constexpr const char* k_instance = "/sys/kernel/tracing/instances/ringside";

// One CPU, 16 at a time, the next only when all have come back.
const FioOptions k_batches = {{"rw", "read"},
                              {"number_ios", "320"},
                              {"size", "16m"},
                              {"cpus_allowed", "0"},
                              {"iodepth", "16"},
                              {"iodepth_batch_submit", "16"},
                              {"iodepth_batch_complete_min", "16"}};

// Sectors in the lines of block_rq_complete: "… block_rq_complete: 254,0 R () 128 + 8 none,0,0 [0]", in their order.
std::vector<std::uint64_t> completed_sectors(const std::string& trace) {
  std::vector<std::uint64_t> out;
  std::istringstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    const auto event = line.find("block_rq_complete:");
    const auto plus = line.find(" + ", event == std::string::npos ? line.size() : event);
    if (plus == std::string::npos || plus == 0) continue;
    out.push_back(std::stoull(line.substr(line.rfind(' ', plus - 1) + 1)));
  }
  return out;
}

// Each I/O takes the device the same time, so that it completes them in the order in which they arrived.
void order_of_arrival(Stage& stage) {
  vm::DiskPlan plan = null_disk(1);
  plan.backend.options["latency-ns"] = std::int64_t{2'000'000};
  plan.device["request-merging"] = false;
  const auto disk = stage.take({}, plan);
  stage.write("/sys/block/" + disk.name + "/queue/nomerges", "2");
  stage.shell(std::string("mkdir -p ") + k_instance + "; cd " + k_instance +
              "; echo >trace; echo block:block_rq_complete >set_event");
  stage.clean_fio(disk.name, k_batches);
  const std::string trace = stage.shell(std::string("cd ") + k_instance + "; echo >set_event; cat trace");
  stage.shell(std::string("rmdir ") + k_instance);

  const auto sectors = completed_sectors(trace);
  stage.require(sectors.size() >= 320, "the trace holds every request", std::to_string(sectors.size()));
  int backwards = 0;
  for (std::size_t at = 1; at < sectors.size(); ++at) backwards += sectors[at] < sectors[at - 1] ? 1 : 0;
  const auto worst = std::ranges::is_sorted_until(sectors);
  const auto first = worst - std::min<std::ptrdiff_t>(1, worst - sectors.begin());
  std::string seen;
  for (auto at = first; at != sectors.end() && at - first < 8; ++at) seen += fmt::format("{}, ", *at);
  stage.note(fmt::format("{} of {} sequential requests arrived before their predecessor", backwards, sectors.size()));
  stage.expect(backwards == 0, "requests reach the device in the order of their submission",
               fmt::format("they reached it in the order {}… ({} of {} before their predecessor)", seen, backwards,
                           sectors.size()));
}

void notify_outside_the_lock(Stage& stage) {
  stage.shell(std::string("echo 'p:ringside/notify virtqueue_notify' >>") + k_probes);
  const auto disk = stage.take({{"notify_mode", "unlocked"}}, null_disk(1));
  stage.write("/sys/block/" + disk.name + "/queue/nomerges", "2");
  const auto events = stage.traced({"ringside:notify"}, [&] { stage.clean_fio(disk.name, k_batches); });
  stage.shell(std::string("echo '-:ringside/notify' >>") + k_probes);
  const int sent = count(events, "notify");
  const auto under = std::ranges::count_if(
      events, [](const TraceEvent& event) { return event.name == "notify" && event.interrupts_off; });
  stage.note(fmt::format("{} of {} notifications under the lock", under, sent));
  stage.expect(sent > 0, "the probe sees notifications", "none");
  stage.expect(
      under == 0, "the device is notified outside the lock",
      fmt::format("notify under the lock: {} of {} (probe on virtqueue_notify, with interrupts off)", under, sent));
}

std::string watch_pools() {
  return "f=$(grep -oE ' mempool_alloc(_noprof)?$' /proc/kallsyms | head -n 1); [ -n \"$f\" ] && echo "
         "\"p:ringside/taken $f " +
         list_pools("%di") + "\" >>" + k_probes + " && echo \"p:ringside/given mempool_free " + list_pools("%si") +
         "\" >>" + k_probes;
}

std::ptrdiff_t lists(const std::vector<TraceEvent>& events, std::string_view name) {
  return std::ranges::count_if(events, [&](const TraceEvent& event) { return event.name == name && is_list(event); });
}

// A probe is passed over when it is hit while another's is at work: an interrupt in between.
std::ptrdiff_t passed_over(Stage& stage, const std::string& probe) {
  return std::atol(
      stage.shell("busybox awk '$1 == \"" + probe + "\" {print $3}' /sys/kernel/tracing/kprobe_profile").c_str());
}

// Longer than the entries that a request has ready, and more of them than the ring has room for.
void refused_requests_leak_nothing(Stage& stage) {
  vm::DiskPlan plan = null_disk(1);
  plan.device["queue-size"] = std::int64_t{16};
  const auto disk = stage.take({{"queue_depth", "64"}, {"sgl_mode", "inline"}}, plan);
  stage.shell(watch_pools());
  const auto events = stage.traced({"ringside:taken", "ringside:given"}, [&] {
    stage.clean_fio(disk.name, {{"rw", "randread"},
                                {"bs", "48k"},
                                {"size", "16m"},
                                {"norandommap", "1"},
                                {"number_ios", "320"},
                                {"iodepth", "64"},
                                {"iodepth_batch_submit", "32"}});
  });
  const auto unseen = passed_over(stage, "given");
  stage.shell(std::string("echo '-:ringside/taken' >>") + k_probes + "; echo '-:ringside/given' >>" + k_probes);
  const auto taken = lists(events, "taken");
  const auto given = lists(events, "given");
  stage.note(fmt::format("{} scatter lists taken from the pools, {} given back, {} probes of giving back passed over",
                         taken, given, unseen));
  stage.expect(taken > 0 || stage.driver().choice.kind == DriverKind::path, "the trace shows lists being taken",
               "none");
  stage.expect(taken - given <= unseen, "a request that the ring refuses gives back its scatter list",
               fmt::format("{} of {} lists leaked", taken - given - unseen, taken));
}

}  // namespace

std::vector<Case> submission_cases() {
  return {{.name = "submission/order-of-arrival",
           .proves = "Requests reach the device in the order in which they were submitted",
           .reference = "7f212e997edb",
           .run = order_of_arrival},
          {.name = "submission/notify-outside-the-lock",
           .proves = "The device is notified with the queue lock dropped",
           .reference = "V4, V14",
           .run = notify_outside_the_lock},
          {.name = "submission/refused-requests-leak-nothing",
           .proves = "Requests that a full ring refuses give back their scatter lists",
           .reference = "D15",
           .run = refused_requests_leak_nothing}};
}

}  // namespace ringside::validate
