// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/mechanism.h"

#include <map>

namespace ringside::analysis {
namespace {

using Count = std::optional<std::uint64_t>;

std::optional<double> ratio(const Count& over, const Count& under) {
  if (!over || !under || *under == 0) return std::nullopt;
  return static_cast<double>(*over) / static_cast<double>(*under);
}

// Counts that belong together never make a negative number, unless events were lost.
Count less(const Count& from, const Count& taken) {
  if (!from || !taken) return std::nullopt;
  return *from > *taken ? *from - *taken : 0;
}

}  // namespace

std::vector<MechanismMetric> mechanism_metrics(const Mechanism& mechanism) {
  const auto total = [&](std::string_view counter) { return mechanism.total(counter); };
  const Count completed = total("completed");
  const Count by_interrupt = less(completed, total("poll_completions"));
  return {
      {"notifies_per_io", "notifications per I/O", ratio(total("notifications"), completed)},
      {"suppressed_per_io", "suppressed notifications per I/O", ratio(total("kicks_suppressed"), completed)},
      {"interrupts_per_io", "interrupts per I/O", ratio(total("callbacks"), completed)},
      {"requests_per_kick", "requests per kick",
       ratio(total("kick_requests"), less(total("kicks"), total("kicks_empty")))},
      {"empty_kicks_per_io", "empty kicks per I/O", ratio(total("kicks_empty"), completed)},
      {"requests_per_batch", "requests per queue_rqs", ratio(total("batch_requests"), total("batches"))},
      {"completions_per_poll", "completions per successful poll",
       ratio(total("poll_completions"), total("polls_with_work"))},
      {"completions_per_interrupt", "completions per interrupt", ratio(by_interrupt, total("callbacks"))},
      {"polled_share", "completions found by polling", ratio(total("poll_completions"), completed)},
      {"empty_polls_per_io", "empty polls per I/O", ratio(less(total("polls"), total("polls_with_work")), completed)},
      {"requeues_per_io", "requeues per I/O", ratio(total("requeued"), completed)},
      {"busy_per_io", "busy returns per I/O", ratio(total("queue_rq_busy"), completed)},
      {"stops_per_io", "stopped queues per I/O", ratio(total("stops"), completed)},
      {"host_vcpu_ns_per_io", "host CPU time of vCPU threads, ns per I/O", ratio(total("host_vcpu_ns"), completed)},
      {"host_iothread_ns_per_io", "host CPU time of IOThreads, ns per I/O",
       ratio(total("host_iothread_ns"), completed)},
      {"host_other_ns_per_io", "host CPU time of QEMU's other threads, ns per I/O",
       ratio(total("host_other_ns"), completed)},
      {"vm_exits_per_io", "VM exits per I/O", ratio(total("host_vm_exits"), completed)},
      {"notifies_locked_per_io", "notifications under the lock per I/O", ratio(total("notified_locked"), completed)},
      {"lock_rounds_per_io", "lock rounds per I/O", ratio(total("lock_rounds"), completed)},
      {"lock_wait_ns", "lock wait, ns per round", ratio(total("lock_wait_ns"), total("lock_rounds"))},
      {"lock_hold_ns", "lock hold, ns per round", ratio(total("lock_hold_ns"), total("lock_rounds"))},
  };
}

Result<std::vector<CellMechanism>> load_mechanism(const store::Store& store, CampaignRow campaign) {
  const auto measurements = store.measurements({.campaign = campaign}, {.mechanism = true});
  if (!measurements) return std::unexpected(measurements.error());
  std::map<std::pair<ArmId, CellId>, const Measurement*> probed;
  for (const Measurement& measurement : *measurements) {
    // Path lengths are counted beside probed runs of their own, without probes.
    if (measurement.probed && measurement.mechanism) probed[{measurement.arm, measurement.cell}] = &measurement;
  }
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  const auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(cells.error());
  std::vector<CellMechanism> out;
  for (const store::ArmRecord& arm : *arms) {
    for (const store::CellRecord& cell : *cells) {
      const auto found = probed.find({arm.id, cell.id});
      if (found == probed.end()) continue;
      const Measurement& run = *found->second;
      out.push_back(
          {arm.name, cell.key, run.status, run.reason, run.checks, run.warnings, mechanism_metrics(*run.mechanism)});
    }
  }
  return out;
}

}  // namespace ringside::analysis
