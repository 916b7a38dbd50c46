// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "canary.h"

namespace ringside::loader {
namespace {

class Seen {
 public:
  Seen(const Totals& before, const Totals& after) : m_before(before), m_after(after) {}
  bool operator()(rs_counter counter) const {
    for (std::size_t queue = 0; queue < m_after.size(); ++queue) {
      if (m_after[queue].counter[counter] != m_before[queue].counter[counter]) return true;
    }
    return false;
  }

 private:
  const Totals& m_before;
  const Totals& m_after;
};

void mark(std::vector<PlannedProbe>& plan, std::string_view program, const std::string& why) {
  const auto probe = std::ranges::find(plan, program, &PlannedProbe::program);
  if (probe == plan.end() || probe->how == How::missing || probe->how == How::absent) return;
  probe->how = How::missing;
  probe->why += (probe->why.empty() ? "" : "; ") + why;
}

}  // namespace

void mark_silent(const Totals& before, const Totals& after, std::vector<PlannedProbe>& plan) {
  const Seen seen(before, after);
  const std::string why = "attached, but it saw nothing of a direct read";
  if (!seen(RS_issued)) mark(plan, "issue", why);
  if (!seen(RS_completed)) mark(plan, "complete", why);
  // A driver with queue_rqs may have taken the read there.
  if (!seen(RS_queue_rq_calls) && !seen(RS_batches)) mark(plan, "queue_rq", why);
  if (!seen(RS_kicks)) mark(plan, "kick", why + ": the driver notifies in another way");
  if (!seen(RS_kicks_needed) && !seen(RS_kicks_suppressed)) mark(plan, "kick_exit", why);
  if (seen(RS_kicks_needed) && !seen(RS_notifications)) mark(plan, "notify", why + " that needed a notification");
  if (!seen(RS_interrupts)) mark(plan, "interrupt", why);
}

}  // namespace ringside::loader
