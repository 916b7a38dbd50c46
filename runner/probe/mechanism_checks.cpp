// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/mechanism_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "probe/treatment.h"

namespace ringside::probe {
namespace {

// With event_idx off the device tells by a flag only, so that suppression is rare: one kick in a hundred will do.
constexpr double k_rare = 0.01;

using Count = std::optional<std::uint64_t>;

bool polls_on_shared_queues(const Arm& arm) {
  const auto mode = arm.params.find("poll_mode");
  return mode != arm.params.end() && to_text(mode->second) == "shared";
}

double ratio(std::uint64_t over, std::uint64_t under) {
  return under == 0 ? 0 : static_cast<double>(over) / static_cast<double>(under);
}

class Checks {
 public:
  Checks(const Arm& arm, const Mechanism& mechanism, const IndependentCounts& counts)
      : m_arm(arm), m_seen(mechanism), m_counts(counts) {}

  TreatmentCheck by_id(std::string_view id) const {
    if (id == "polled") return polled();
    if (id == "not_polled") return not_polled();
    if (id == "no_poll_irqs") return no_poll_irqs();
    if (id == "dm_polled") return dm_polled();
    if (id == "batched") return batched();
    if (id == "suppressed") return suppressed();
    if (id == "notify_unlocked") return notify_unlocked();
    return {std::string(id), CheckOutcome::unknown, "no probe decides it"};
  }
  TreatmentCheck conservation() const;

 private:
  TreatmentCheck polled() const;
  TreatmentCheck not_polled() const;
  TreatmentCheck no_poll_irqs() const;
  TreatmentCheck dm_polled() const;
  TreatmentCheck batched() const;
  TreatmentCheck suppressed() const;
  TreatmentCheck notify_unlocked() const;

  // Why a counter is unknown, for a check that needs it.
  TreatmentCheck unknown(std::string id, std::string_view program) const {
    const ProbeState* probe = m_seen.probe(program);
    const std::string why = probe == nullptr ? "it is not part of this tier" : probe->why;
    return {std::move(id), CheckOutcome::unknown, fmt::format("probe {} did not count: {}", program, why)};
  }
  static TreatmentCheck decided(std::string id, bool passed, std::string evidence) {
    return {std::move(id), passed ? CheckOutcome::passed : CheckOutcome::failed, std::move(evidence)};
  }
  // The first poll queue by the types that were read back; nothing where none were.
  std::optional<int> first_poll_queue() const {
    if (m_counts.disks.empty() || !m_counts.disks.front().hctx) return std::nullopt;
    const QueueSplit& split = *m_counts.disks.front().hctx;
    if (split.poll_queues == 0) return std::numeric_limits<int>::max();
    return split.default_queues + split.read_queues;
  }

  const Arm& m_arm;
  const Mechanism& m_seen;
  const IndependentCounts& m_counts;
};

TreatmentCheck Checks::polled() const {
  const Count issued = m_seen.total("issued_polled");
  const Count of_type = m_seen.total("issued_on_poll_queue");
  const Count found = m_seen.total("poll_completions");
  if (!issued || !of_type) return unknown("polled", "issue");
  if (!found) return unknown("polled", "poll");
  const std::string counts =
      fmt::format("{} requests issued as polled, {} on queues of type poll, {} found by the driver's poll, {} issued",
                  *issued, *of_type, *found, m_seen.total("issued").value_or(0));
  const bool on_type = polls_on_shared_queues(m_arm) || *of_type > 0;
  const bool passed = *issued > 0 && *found > 0 && on_type;
  return decided("polled", passed, passed ? counts : "asked to poll, never polled: " + counts);
}

TreatmentCheck Checks::not_polled() const {
  const Count issued = m_seen.total("issued_polled");
  const Count found = m_seen.total("poll_completions");
  if (!issued) return unknown("not_polled", "issue");
  if (!found) return unknown("not_polled", "poll");
  return decided("not_polled", *issued == 0 && *found == 0,
                 fmt::format("{} requests issued as polled, {} found by the driver's poll", *issued, *found));
}

TreatmentCheck Checks::no_poll_irqs() const {
  const auto first = first_poll_queue();
  if (!first) return {"no_poll_irqs", CheckOutcome::unknown, "no queue types read back"};
  const Count callbacks = m_seen.total_from("callbacks", *first);
  if (!callbacks) return unknown("no_poll_irqs", "interrupt");
  return decided("no_poll_irqs", *callbacks == 0, fmt::format("{} callbacks on poll queues", *callbacks));
}

TreatmentCheck Checks::dm_polled() const {
  const Count polls = m_seen.total("dm_polls");
  const Count found = m_seen.total("poll_completions");
  if (!polls) return unknown("dm_polled", "dm_poll");
  if (!found) return unknown("dm_polled", "poll");
  return decided("dm_polled", *polls > 0 && *found > 0,
                 fmt::format("{} calls of dm_poll_bio, {} found by the lower driver's poll", *polls, *found));
}

TreatmentCheck Checks::batched() const {
  const Count batches = m_seen.total("batches");
  const Count requests = m_seen.total("batch_requests");
  if (!batches || !requests) return unknown("batched", "queue_rqs");
  const ProbeState* probe = m_seen.probe("queue_rqs");
  if (probe != nullptr && probe->state == "absent") {
    return decided("batched", false, "the driver has no queue_rqs");
  }
  const std::string counts =
      fmt::format("{} calls of queue_rqs with {:.1f} requests each", *batches, ratio(*requests, *batches));
  const bool passed = *batches > 0 && *requests > *batches;
  return decided("batched", passed,
                 passed ? counts : counts + "; it needs fio's iodepth_batch_submit above 2 and scheduler none");
}

TreatmentCheck Checks::suppressed() const {
  const Count kicks = m_seen.total("kicks");
  const Count suppressed = m_seen.total("kicks_suppressed");
  if (!kicks) return unknown("suppressed", "kick");
  if (!suppressed) return unknown("suppressed", "kick_exit");
  return decided("suppressed", *suppressed > 0 && ratio(*suppressed, *kicks) >= k_rare,
                 fmt::format("{} of {} kicks suppressed", *suppressed, *kicks));
}

TreatmentCheck Checks::notify_unlocked() const {
  const Count locked = m_seen.total("notified_locked");
  const Count unlocked = m_seen.total("notified_unlocked");
  if (!locked || !unlocked) {
    return {"notify_unlocked", CheckOutcome::unknown, "only the reference driver tells whether it holds its lock"};
  }
  return decided("notify_unlocked", *unlocked > 0 && *locked == 0,
                 fmt::format("{} notifications with the lock held, {} without", *locked, *unlocked));
}

// What must be equal to the last event, within those that the probes know they lost.
class Balance {
 public:
  explicit Balance(std::uint64_t misses) : m_misses(misses) {}

  void equal(std::string_view left_name, std::uint64_t left, std::string_view right_name, std::uint64_t right) {
    const std::uint64_t apart = left > right ? left - right : right - left;
    m_holds = m_holds && apart <= m_misses;
    add(fmt::format("{} {}, {} {}", left, left_name, right, right_name));
  }
  void at_least(std::string_view left_name, std::uint64_t left, std::string_view right_name, std::uint64_t right) {
    m_holds = m_holds && left + m_misses >= right;
    add(fmt::format("{} {} for {} {}", left, left_name, right, right_name));
  }
  [[nodiscard]] bool holds() const { return m_holds; }
  [[nodiscard]] std::string text() const { return m_text + fmt::format("; {} missed", m_misses); }

 private:
  void add(const std::string& words) { m_text += (m_text.empty() ? "" : "; ") + words; }

  std::uint64_t m_misses;
  bool m_holds = true;
  std::string m_text;
};

TreatmentCheck Checks::conservation() const {
  const Count issued = m_seen.total("issued");
  const Count completed = m_seen.total("completed");
  const Count requeued = m_seen.total("requeued");
  if (!issued) return unknown("conservation", "issue");
  if (!completed) return unknown("conservation", "complete");
  if (!requeued) return unknown("conservation", "requeue");
  Balance balance(m_seen.misses());
  balance.equal("issued and not requeued", *issued - std::min(*issued, *requeued), "completed", *completed);
  std::uint64_t by_disk = 0;
  for (const DiskTreatment& disk : m_counts.disks) by_disk += disk.completed;
  if (!m_counts.disks.empty()) balance.equal("completed", *completed, "by the disks' statistics", by_disk);
  if (m_counts.fio_ios) balance.equal("completed", *completed, "by fio", *m_counts.fio_ios);
  const Count notifications = m_seen.total("notifications");
  const Count needed = m_seen.total("kicks_needed");
  const Count stops = m_seen.total("stops");
  if (notifications && needed && stops) {
    // A full ring notifies without a kick, and stops its queue.
    if (*stops == 0) {
      balance.equal("notifications", *notifications, "kicks that needed one", *needed);
    } else {
      balance.at_least("notifications", *notifications, "kicks that needed one", *needed);
    }
  }
  return decided("conservation", balance.holds(), balance.text());
}

}  // namespace

std::vector<TreatmentCheck> check_mechanism(const Arm& arm, const Mechanism& mechanism,
                                            const IndependentCounts& counts) {
  Arm split_only = arm;
  split_only.expect.clear();
  std::vector<TreatmentCheck> checks = check_treatment(split_only, counts.disks);
  const Checks decide(arm, mechanism, counts);
  checks.push_back(decide.conservation());
  for (const std::string& id : arm.expect) {
    if (id != "split" && id != "conservation") checks.push_back(decide.by_id(id));
  }
  return checks;
}

}  // namespace ringside::probe
