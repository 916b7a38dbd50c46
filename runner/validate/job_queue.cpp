// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/job_queue.h"

#include <algorithm>

namespace ringside::validate {

std::size_t JobQueue::waiting_for(const GuestKey& key) const {
  return static_cast<std::size_t>(std::ranges::count(m_waiting, key, &Job::guest));
}

std::size_t JobQueue::choose(const std::optional<GuestKey>& current) const {
  if (current && !current->needs.own) {
    const auto same = std::ranges::find(m_waiting, *current, &Job::guest);
    if (same != m_waiting.end()) return static_cast<std::size_t>(same - m_waiting.begin());
  }
  // Shared kinds before those of one case, kinds without a worker before those with one, then the most wanted.
  const auto rank = [this](const Job& job) {
    const bool free = std::ranges::find(m_at_work, job.guest) == m_at_work.end();
    const std::size_t wanted = job.guest.needs.own ? 0 : waiting_for(job.guest);
    return std::pair(free || job.guest.needs.own, wanted);
  };
  const auto best = std::ranges::max_element(m_waiting, {}, rank);
  return static_cast<std::size_t>(best - m_waiting.begin());
}

std::optional<Job> JobQueue::next(const std::optional<GuestKey>& current) {
  const std::scoped_lock lock(m_mutex);
  if (m_waiting.empty()) return std::nullopt;
  const auto at = m_waiting.begin() + static_cast<std::ptrdiff_t>(choose(current));
  Job job = *at;
  m_waiting.erase(at);
  if (!current || !(*current == job.guest)) {
    if (current) {
      const auto left = std::ranges::find(m_at_work, *current);
      if (left != m_at_work.end()) m_at_work.erase(left);
    }
    m_at_work.push_back(job.guest);
  }
  return job;
}

}  // namespace ringside::validate
