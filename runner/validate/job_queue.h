// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs what next, so that guests are shared and nobody stands idle.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "validate/case.h"

namespace ringside::validate {

// What jobs must have in common to run in one guest. Drivers take turns within a guest only case by case, so one that
// misbehaves is not blamed on the next: each has guests of its own.
struct GuestKey {
  std::size_t kernel = 0;  // index into the suite's kernels
  std::size_t driver = 0;  // index into its drivers
  GuestNeeds needs;
  bool operator==(const GuestKey&) const = default;
};

struct Job {
  std::size_t number = 0;  // place in the plan and in the report
  const Case* what = nullptr;
  GuestKey guest;
};

// The jobs of a suite, handed out to workers. Safe to be called from several threads.
class JobQueue {
 public:
  explicit JobQueue(std::vector<Job> jobs) : m_waiting(std::move(jobs)) {}

  // The next job for a worker whose guest is of kind `current` (nothing: it has none). First one for the same guest;
  // else one of the kind that most jobs wait for and no other worker is at; else any. Nothing: all are handed out.
  // A case with a guest of its own counts as a kind for itself, and such come last: what fails early is learnt early.
  [[nodiscard]] std::optional<Job> next(const std::optional<GuestKey>& current);

 private:
  [[nodiscard]] std::size_t choose(const std::optional<GuestKey>& current) const;
  [[nodiscard]] std::size_t waiting_for(const GuestKey& key) const;

  std::mutex m_mutex;
  std::vector<Job> m_waiting;       // in the order of the plan
  std::vector<GuestKey> m_at_work;  // kinds of guests that workers are at
};

}  // namespace ringside::validate
