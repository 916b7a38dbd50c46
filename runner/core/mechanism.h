// SPDX-License-Identifier: GPL-3.0-or-later
// What probes in the guest's kernel counted during one fio run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/histogram.h"

namespace ringside {

// One probe and how it was attached: "attached", "degraded" (a kprobe, which may lose events uncounted), "absent" (the
// driver has no such function: its counts are 0 for certain) or "missing" (its counts are unknown).
struct ProbeState {
  std::string program;  // "queue_rq"
  std::string target;   // the function or tracepoint it is on, "virtio_queue_rq"
  std::string state;
  std::string why;           // why it is degraded or missing
  std::uint64_t misses = 0;  // events it lost because it was running already on that CPU
};

struct ProbeHistogram {
  std::string name;  // "issue_to_complete_ns"
  int queue = -1;    // hardware queue; -1 for the device
  Histogram histogram{HistogramResolution::probes()};
};

// Sums over CPUs and over the arm's disks. Counters are by name ("issued", probes/abi/probe_abi.h) and hardware queue
// (-1 for the device). One that nothing could count is not there at all.
struct Mechanism {
  int tier = 0;
  std::string module;  // that owns the disks; empty where the driver is built in
  std::vector<ProbeState> probes;
  std::map<std::string, std::map<int, std::uint64_t>, std::less<>> counters;
  std::vector<ProbeHistogram> histograms;

  // Over all queues; nothing where it is unknown.
  [[nodiscard]] std::optional<std::uint64_t> total(std::string_view counter) const;
  // Over the queues from `first` on, without the device's.
  [[nodiscard]] std::optional<std::uint64_t> total_from(std::string_view counter, int first) const;
  [[nodiscard]] const ProbeState* probe(std::string_view program) const;
  // Events that any probe lost.
  [[nodiscard]] std::uint64_t misses() const;
  // Why the counts are not to be trusted to the last event, one reason each; empty where they are.
  [[nodiscard]] std::vector<std::string> degradations() const;
};

}  // namespace ringside
