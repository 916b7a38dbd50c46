// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ringside::loader {
namespace {

using nlohmann::json;

struct CounterRow {
  std::string_view name;
  std::string_view program;
};

constexpr CounterRow k_counters[] = {
#define X(name, program) {#name, #program},
    RS_COUNTERS(X)
#undef X
};

// These are kept beside each request, which tier 0 does not do.
constexpr std::string_view k_of_slots[] = {"stale_slots", "unpaired", "negative"};

json counters_of(const Observation& observation) {
  json out = json::array();
  const std::size_t queues = observation.after.size() - 1;
  for (std::size_t at = 0; at < std::size(k_counters); ++at) {
    if (!is_known(k_counters[at].name, observation.plan, observation.tier)) continue;
    for (std::size_t queue = 0; queue <= queues; ++queue) {
      const std::uint64_t value = observation.after[queue].counter[at] - observation.before[queue].counter[at];
      const bool of_device = queue == queues;
      // Every queue is told; the device only what was counted for it.
      if (of_device && value == 0) continue;
      out.push_back(
          {{"name", k_counters[at].name}, {"queue", of_device ? -1 : static_cast<int>(queue)}, {"value", value}});
    }
  }
  return out;
}

json probes_of(const Observation& observation) {
  json out = json::array();
  for (std::size_t at = 0; at < observation.plan.size(); ++at) {
    const PlannedProbe& probe = observation.plan[at];
    out.push_back({{"program", probe.program},
                   {"target", probe.target},
                   {"module", probe.module},
                   {"state", to_text(probe.how)},
                   {"why", probe.why},
                   {"misses", observation.misses[at]}});
  }
  return out;
}

json histograms_of(const Observation& observation) {
  json out = json::array();
  for (const NamedBins& histogram : observation.histograms) {
    out.push_back({{"name", histogram.name}, {"queue", histogram.queue}, {"bins", histogram.bins}});
  }
  return out;
}

json events_of(const Observation& observation) {
  json out = json::array();
  for (const rs_event& event : observation.events) {
    out.push_back(
        {event.issued_ns, event.notified_ns, event.completed_ns, event.disk, event.queue, event.tag, event.cpu});
  }
  return out;
}

}  // namespace

bool is_known(std::string_view counter, const std::vector<PlannedProbe>& plan, int tier) {
  if (tier < RS_TIER_HISTOGRAMS && std::ranges::find(k_of_slots, counter) != std::end(k_of_slots)) return false;
  const auto row = std::ranges::find(k_counters, counter, &CounterRow::name);
  if (row == std::end(k_counters) || tier < RS_TIER_COUNTERS) return false;
  const auto probe = std::ranges::find(plan, row->program, &PlannedProbe::program);
  return probe != plan.end() && probe->how != How::missing;
}

std::string to_json(const Observation& observation) {
  json out{{"schema", "ringside.probe/1"},         {"tier", observation.tier},
           {"module", observation.module},         {"probes", probes_of(observation)},
           {"counters", counters_of(observation)}, {"histograms", histograms_of(observation)}};
  if (!observation.events.empty()) out["events"] = events_of(observation);
  return out.dump();
}

}  // namespace ringside::loader
