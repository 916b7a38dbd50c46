// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/progress.h"

#include <algorithm>

namespace ringside::engine {
namespace {

Nanoseconds work_of(Nanoseconds expected_fio) {
  return expected_fio + StepCosts{}.around_fio;
}

}  // namespace

Progress::Progress(const Campaign& campaign, const std::vector<PlannedBlock>& blocks, TimePoint start)
    : m_start(start) {
  const StepCosts fio_only{Nanoseconds{0}, Nanoseconds{0}, StepCosts{}.around_fio};
  for (const PlannedBlock& block : blocks) m_total += block.steps.size() * campaign.arms.size();
  m_work_total = estimate_of(campaign, blocks, fio_only);
  m_estimate = estimate_of(campaign, blocks, {});
}

void Progress::done(Nanoseconds expected_fio) {
  ++m_done;
  m_work_done += work_of(expected_fio);
}

void Progress::again(Nanoseconds expected_fio) {
  ++m_total;
  m_work_total += work_of(expected_fio);
}

Nanoseconds Progress::remaining(TimePoint now) const {
  if (m_done == 0) return m_estimate;
  const double left = static_cast<double>((m_work_total - m_work_done).count());
  const double elapsed = static_cast<double>(Nanoseconds(now - m_start).count());
  return Nanoseconds{static_cast<std::int64_t>(elapsed * left / static_cast<double>(m_work_done.count()))};
}

Nanoseconds median_of(std::vector<Nanoseconds> values) {
  if (values.empty()) return Nanoseconds{0};
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace ringside::engine
