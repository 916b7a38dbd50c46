// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"

namespace ringside::store {
namespace {

ResumePoint read_resume_point(const Connection& connection, CampaignRow campaign) {
  ResumePoint point;
  auto rows = connection.query(
      "SELECT number, MAX(attempt) + 1, MAX(status = 'complete') FROM block WHERE campaign_id = ? "
      "GROUP BY number ORDER BY number");
  bind_all(rows, campaign);
  while (rows.executeStep()) {
    Row row(rows);
    const int number = row.small();
    point.next_attempts.emplace(number, row.small());
    if (row.flag()) point.complete_blocks.push_back(number);
  }
  return point;
}

// A runner that was killed between the last measurement of a block and the word that it is complete has lost
// nothing. One with an invalid measurement is repeated: nobody knows any more what the runner would have decided.
constexpr const char* k_complete_full_blocks =
    "UPDATE block SET status = 'complete', ended_ms = started_ms WHERE campaign_id = ?1 AND status = 'running' AND "
    "(SELECT COUNT(*) FROM measurement WHERE block_id = block.id AND probed = 0 AND status = 'valid') = "
    "(SELECT COUNT(*) FROM arm WHERE campaign_id = ?1) * "
    "(SELECT COUNT(*) FROM campaign_cell WHERE campaign_id = ?1) * "
    "(SELECT runs FROM campaign WHERE id = ?1)";

constexpr const char* k_interrupt_blocks =
    "UPDATE block SET status = 'interrupted', reason = 'the runner ended' "
    "WHERE campaign_id = ? AND status = 'running'";

constexpr const char* k_interrupt_boots =
    "UPDATE boot SET status = 'interrupted', incident = 'the runner ended' WHERE status = 'running' AND block_id IN "
    "(SELECT id FROM block WHERE campaign_id = ?)";

// Empty where nobody measures.
std::string running_runner(const Connection& connection, CampaignRow campaign) {
  auto rows = connection.query("SELECT runner FROM campaign WHERE id = ? AND status = 'running'");
  bind_all(rows, campaign);
  return rows.executeStep() ? Row(rows).text() : std::string();
}

}  // namespace

Result<ResumePoint> Store::resume_point(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<ResumePoint> { return read_resume_point(*m_connection, campaign); });
}

Result<ResumePoint> Store::resume_campaign(CampaignRow campaign, std::string_view runner,
                                           const std::function<bool(std::string_view)>& still_runs) {
  return guarded(path(), [&]() -> Result<ResumePoint> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    if (const std::string present = running_runner(*m_connection, campaign); still_runs(present)) {
      return fail(ErrorCode::usage, fmt::format("the campaign is being measured by another process ({})", present),
                  "wait for it, or end it with Ctrl-C there; the number is its second word");
    }
    const int changed = run(
        m_connection->prepared("UPDATE campaign SET status = 'running', ended_ms = NULL, runner = ?2 WHERE id = ?1"),
        campaign, runner);
    if (changed != 1) {
      return fail(ErrorCode::not_found, fmt::format("{}: there is no such campaign", path().string()));
    }
    run(m_connection->prepared(k_complete_full_blocks), campaign);
    run(m_connection->prepared(k_interrupt_blocks), campaign);
    run(m_connection->prepared(k_interrupt_boots), campaign);
    ResumePoint point = read_resume_point(*m_connection, campaign);
    transaction.commit();
    return point;
  });
}

}  // namespace ringside::store
