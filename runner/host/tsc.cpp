// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/tsc.h"

#include "core/units.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace ringside::host {

#if defined(__x86_64__)
namespace {

struct Reading {
  std::uint64_t ticks = 0;
  TimePoint time;
};

// Of several, the one whose time was read most closely between two looks at the counter: a process that is put aside
// in between would make the two belong to different moments.
Reading reading() {
  Reading best;
  std::uint64_t closest = UINT64_MAX;
  for (int attempt = 0; attempt < 50; ++attempt) {
    const std::uint64_t before = __rdtsc();
    const TimePoint time = SteadyClock::now();
    const std::uint64_t after = __rdtsc();
    if (after - before >= closest) continue;
    closest = after - before;
    best = {before + (after - before) / 2, time};
  }
  return best;
}

}  // namespace

std::optional<std::int64_t> tsc_khz() {
  const Reading first = reading();
  const TimePoint end = first.time + std::chrono::milliseconds(5);
  while (SteadyClock::now() < end) {
  }
  const Reading last = reading();
  const auto nanoseconds = std::chrono::duration_cast<Nanoseconds>(last.time - first.time).count();
  const auto ticks = static_cast<double>(last.ticks - first.ticks);
  return static_cast<std::int64_t>(ticks * 1e6 / static_cast<double>(nanoseconds));
}
#else
std::optional<std::int64_t> tsc_khz() {
  return std::nullopt;
}
#endif

}  // namespace ringside::host
