// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/treatment.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace ringside::probe {
namespace {

// A polled disk may still take the odd interrupt (a flush, the partition scan); a disk that is not polled
// takes one for every few I/Os even when completions are batched.
constexpr double k_polled_interrupt_share = 0.01;

struct Totals {
  std::uint64_t completed = 0;
  std::uint64_t interrupts = 0;
  [[nodiscard]] double share() const { return static_cast<double>(interrupts) / static_cast<double>(completed); }
};

Totals totals_of(const std::vector<DiskTreatment>& disks) {
  Totals totals;
  for (const DiskTreatment& disk : disks) {
    totals.completed += disk.completed;
    totals.interrupts += disk.interrupts;
  }
  return totals;
}

std::string text_of(const QueueSplit& split) {
  return fmt::format("{}/{}/{}", split.default_queues, split.read_queues, split.poll_queues);
}

std::int64_t integer_or(const OptionMap& options, std::string_view name, std::int64_t otherwise) {
  const auto found = options.find(name);
  if (found == options.end()) return otherwise;
  const auto* number = std::get_if<std::int64_t>(&found->second);
  return number != nullptr ? *number : otherwise;
}

// Device queues after the driver's limit by possible CPUs. QEMU gives a PCI disk one queue per vCPU by itself.
std::int64_t queues_of(const Arm& arm) {
  const std::int64_t cpus = std::max(arm.guest.vcpus, arm.guest.max_vcpus);
  std::int64_t queues = std::min(integer_or(arm.device, "num-queues", arm.guest.vcpus), cpus);
  const std::int64_t limit = integer_or(arm.params, "num_request_queues", 0);
  if (limit > 0) queues = std::min(queues, limit);
  return queues;
}

std::string counts_text(const Totals& totals) {
  return fmt::format("{} interrupts on the request queues for {} completed I/Os", totals.interrupts, totals.completed);
}

TreatmentCheck check_split(const Arm& arm, const std::vector<DiskTreatment>& disks) {
  TreatmentCheck check{"split", CheckOutcome::unknown, "no queue types read back"};
  const auto planned = planned_split(arm);
  if (!planned) {
    check.evidence = "the arm does not fix a split";
    return check;
  }
  for (const DiskTreatment& disk : disks) {
    const auto differs = [&](const std::optional<QueueSplit>& read, std::string_view source) {
      if (!read || *read == *planned) return false;
      check = {"split", CheckOutcome::failed,
               fmt::format("{} planned, {} in {} of {} (default/read/poll queues)", text_of(*planned), text_of(*read),
                           source, disk.disk)};
      return true;
    };
    if (differs(disk.hctx, "the queue types") || differs(disk.log_line, "the log line")) return check;
    if (!disk.hctx) return check;  // the log line alone is only what the driver says of itself
  }
  if (!disks.empty()) {
    check = {"split", CheckOutcome::passed, fmt::format("{} default/read/poll queues", text_of(*planned))};
  }
  return check;
}

bool has_poll_queues(const std::vector<DiskTreatment>& disks) {
  return std::ranges::all_of(disks, [](const DiskTreatment& disk) { return disk.hctx && disk.hctx->poll_queues > 0; });
}

bool knows_queue_types(const std::vector<DiskTreatment>& disks) {
  return std::ranges::all_of(disks, [](const DiskTreatment& disk) { return disk.hctx.has_value(); });
}

// Shared polling (the reference driver's poll_mode=shared) polls on queues of type default.
bool polls_on_shared_queues(const Arm& arm) {
  const auto mode = arm.params.find("poll_mode");
  return mode != arm.params.end() && to_text(mode->second) == "shared";
}

TreatmentCheck check_polled(const Arm& arm, const std::vector<DiskTreatment>& disks) {
  const Totals totals = totals_of(disks);
  TreatmentCheck check{"polled", CheckOutcome::unknown, "no completed I/O counted"};
  if (totals.completed == 0) return check;
  check.evidence = counts_text(totals);
  if (!polls_on_shared_queues(arm)) {
    if (!knows_queue_types(disks)) {
      check.evidence = "no queue types read back";
      return check;
    }
    if (!has_poll_queues(disks)) {
      check.outcome = CheckOutcome::failed;
      check.evidence = "asked to poll, never polled: no queue of type poll; " + check.evidence;
      return check;
    }
  }
  const bool polled = totals.share() < k_polled_interrupt_share;
  check.outcome = polled ? CheckOutcome::passed : CheckOutcome::failed;
  if (!polled) check.evidence = "asked to poll, never polled: " + check.evidence;
  return check;
}

TreatmentCheck check_not_polled(const std::vector<DiskTreatment>& disks) {
  const Totals totals = totals_of(disks);
  TreatmentCheck check{"not_polled", CheckOutcome::unknown, "no completed I/O counted"};
  if (totals.completed == 0) return check;
  const bool by_interrupt = totals.share() >= k_polled_interrupt_share;
  check.outcome = by_interrupt ? CheckOutcome::passed : CheckOutcome::failed;
  check.evidence = counts_text(totals);
  return check;
}

TreatmentCheck check_no_poll_irqs(const std::vector<DiskTreatment>& disks) {
  const Totals totals = totals_of(disks);
  if (totals.completed > 0 && totals.interrupts == 0) {
    return {"no_poll_irqs", CheckOutcome::passed, counts_text(totals)};
  }
  return {"no_poll_irqs", CheckOutcome::unknown,
          "interrupts are counted per disk here, by queue only with probes; " + counts_text(totals)};
}

TreatmentCheck check_by_id(std::string_view id, const Arm& arm, const std::vector<DiskTreatment>& disks) {
  if (id == "polled") return check_polled(arm, disks);
  if (id == "not_polled") return check_not_polled(disks);
  if (id == "no_poll_irqs") return check_no_poll_irqs(disks);
  return {std::string(id), CheckOutcome::unknown, "decided only with probes"};
}

}  // namespace

std::optional<QueueSplit> planned_split(const Arm& arm) {
  if (arm.driver.kind == DriverKind::path) return std::nullopt;
  if (arm.machine.transport != Transport::pci && !arm.device.contains("num-queues")) return std::nullopt;
  const std::int64_t queues = queues_of(arm);
  const bool shared = polls_on_shared_queues(arm);
  const std::int64_t wanted = shared ? 0 : integer_or(arm.params, "poll_queues", 0);
  const std::int64_t poll = std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(queues - 1, 0));
  return QueueSplit{static_cast<int>(queues - poll), 0, static_cast<int>(poll)};
}

std::optional<std::string> clamped(const Arm& arm) {
  const auto split = planned_split(arm);
  const std::int64_t wanted = integer_or(arm.params, "poll_queues", 0);
  if (!split || polls_on_shared_queues(arm) || wanted <= split->poll_queues) return std::nullopt;
  return fmt::format("poll_queues={} was clamped to {}: the disk has {} queues, and one must stay for interrupts",
                     wanted, split->poll_queues, split->default_queues + split->poll_queues);
}

std::vector<TreatmentCheck> check_treatment(const Arm& arm, const std::vector<DiskTreatment>& disks) {
  std::vector<TreatmentCheck> checks{check_split(arm, disks)};
  for (const std::string& id : arm.expect) {
    if (id != "split") checks.push_back(check_by_id(id, arm, disks));
  }
  return checks;
}

std::optional<std::string> violation(const std::vector<TreatmentCheck>& checks) {
  const auto failed = std::ranges::find(checks, CheckOutcome::failed, &TreatmentCheck::outcome);
  if (failed != checks.end()) return fmt::format("treatment '{}': {}", failed->id, failed->evidence);
  const auto undecided = std::ranges::find_if(checks, [](const TreatmentCheck& check) {
    return check.outcome == CheckOutcome::unknown && (check.id == "polled" || check.id == "not_polled");
  });
  if (undecided == checks.end()) return std::nullopt;
  return fmt::format("treatment '{}' could not be proven: {}", undecided->id, undecided->evidence);
}

}  // namespace ringside::probe
