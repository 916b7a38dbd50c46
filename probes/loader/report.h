// SPDX-License-Identifier: GPL-3.0-or-later
// What the loader says when it is done, as JSON ("ringside.probe/1"; docs/probes.md).
#pragma once

#include <string>
#include <vector>

#include "attachment.h"
#include "plan.h"

namespace ringside::loader {

struct Observation {
  int tier = 0;
  std::string module;                 // that owns the disks
  std::vector<PlannedProbe> plan;     // as it was carried out
  std::vector<std::uint64_t> misses;  // of each of its probes
  Totals before;                      // when the load began
  Totals after;
  std::vector<NamedBins> histograms;
  std::vector<rs_event> events;
};

// Counters of probes that are missing do not appear: nothing unknown looks like 0.
[[nodiscard]] std::string to_json(const Observation& observation);

// Whether a counter's program, in this tier, really counts it.
[[nodiscard]] bool is_known(std::string_view counter, const std::vector<PlannedProbe>& plan, int tier);

}  // namespace ringside::loader
