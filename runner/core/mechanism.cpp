// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside {

std::optional<std::uint64_t> Mechanism::total(std::string_view counter) const {
  const auto found = counters.find(counter);
  if (found == counters.end()) return std::nullopt;
  std::uint64_t sum = 0;
  for (const auto& [queue, value] : found->second) sum += value;
  return sum;
}

std::optional<std::uint64_t> Mechanism::total_from(std::string_view counter, int first) const {
  const auto found = counters.find(counter);
  if (found == counters.end()) return std::nullopt;
  std::uint64_t sum = 0;
  for (const auto& [queue, value] : found->second) {
    if (queue >= first && queue >= 0) sum += value;
  }
  return sum;
}

const ProbeState* Mechanism::probe(std::string_view program) const {
  const auto found = std::ranges::find(probes, program, &ProbeState::program);
  return found != probes.end() ? &*found : nullptr;
}

std::uint64_t Mechanism::misses() const {
  std::uint64_t sum = 0;
  for (const ProbeState& probe : probes) sum += probe.misses;
  return sum;
}

std::vector<std::string> Mechanism::degradations() const {
  std::vector<std::string> out;
  for (const ProbeState& probe : probes) {
    if (probe.state == "degraded") out.push_back(fmt::format("probe {} is a kprobe: {}", probe.program, probe.why));
    if (probe.misses > 0) out.push_back(fmt::format("probe {} lost {} events", probe.program, probe.misses));
  }
  for (const std::string_view counter : {"stale_slots", "unpaired", "negative"}) {
    if (const auto count = total(counter); count && *count > 0) out.push_back(fmt::format("{} {}", *count, counter));
  }
  return out;
}

}  // namespace ringside
