// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/json_text.h"
#include "store/row.h"
#include "store/store.h"

namespace ringside::store {
namespace {

std::unexpected<Error> no_such(const Connection& connection, std::string_view what) {
  return fail(ErrorCode::not_found, fmt::format("{}: there is no such {}", connection.path.string(), what));
}

int next_boot_number(const Connection& connection, BlockId block) {
  auto rows = connection.query("SELECT COALESCE(MAX(number), 0) + 1 FROM boot WHERE block_id = ?");
  bind_all(rows, block);
  return rows.executeStep() ? rows.getColumn(0).getInt() : 1;
}

}  // namespace

Result<BlockId> Store::begin_block(CampaignRow campaign, const BlockRecord& block) {
  return guarded(path(), [&]() -> Result<BlockId> {
    run(m_connection->prepared("INSERT INTO block (campaign_id, number, attempt, status, reason, started_ms, "
                               "arm_order, cell_order) VALUES (?, ?, ?, ?, '', ?, ?, ?)"),
        campaign, block.number, block.attempt, to_text(BlockStatus::running), block.started, to_json(block.arm_order),
        to_json(block.cell_order));
    return BlockId{m_connection->database->getLastInsertRowid()};
  });
}

Result<void> Store::end_block(BlockId block, BlockStatus status, std::string_view reason, WallTime ended) {
  return guarded(path(), [&]() -> Result<void> {
    const int changed =
        run(m_connection->prepared("UPDATE block SET status = ?, reason = ?, ended_ms = ? WHERE id = ?"),
            to_text(status), reason, ended, block);
    if (changed != 1) return no_such(*m_connection, "block");
    return {};
  });
}

Result<BootId> Store::begin_boot(BlockId block, const NewBoot& boot) {
  return guarded(path(), [&]() -> Result<BootId> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    run(m_connection->prepared("INSERT INTO boot (block_id, number, status, accelerator, kernel_release, boot_time_ns, "
                               "started_ms, incident, argv, console) VALUES (?, ?, ?, ?, '', 0, ?, '', ?, '')"),
        block, next_boot_number(*m_connection, block), to_text(BootStatus::running), boot.accelerator, boot.started,
        to_json(boot.argv));
    const BootId id{m_connection->database->getLastInsertRowid()};
    transaction.commit();
    return id;
  });
}

Result<void> Store::end_boot(BootId boot, const BootEnd& end) {
  return guarded(path(), [&]() -> Result<void> {
    const int changed = run(
        m_connection->prepared("UPDATE boot SET status = ?, boot_time_ns = ?, kernel_release = ?, "
                               "guest_id = NULLIF(?, 0), incident = ?, console = ?, ended_ms = ? WHERE id = ?"),
        to_text(end.status), end.boot_time, end.kernel_release, end.guest, end.incident, end.console, end.ended, boot);
    if (changed != 1) return no_such(*m_connection, "boot");
    return {};
  });
}

}  // namespace ringside::store
