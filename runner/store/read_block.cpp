// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/json_text.h"
#include "store/row.h"
#include "store/store.h"
#include "store/words.h"

namespace ringside::store {
namespace {

constexpr const char* k_boot_columns =
    "boot.id, boot.block_id, boot.number, boot.status, boot.accelerator, boot.kernel_release, boot.boot_time_ns, "
    "COALESCE(boot.guest_id, 0), boot.incident, boot.started_ms, boot.ended_ms";

template <typename Reader>
BootRecord boot_of(Reader& row) {
  BootRecord boot;
  boot.id = row.template id<BootId>();
  boot.block = row.template id<BlockId>();
  boot.number = row.small();
  boot.status = row.word(boot_status_of);
  boot.accelerator = row.text();
  boot.kernel_release = row.text();
  boot.boot_time = row.duration();
  boot.guest = row.template id<EnvironmentId>();
  boot.incident = row.text();
  boot.started = row.time();
  boot.ended = row.optional_time();
  return boot;
}

}  // namespace

Result<std::vector<BlockRecord>> Store::blocks(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<BlockRecord>> {
    auto rows = m_connection->query(
        "SELECT id, number, attempt, status, reason, arm_order, cell_order, started_ms, ended_ms FROM block "
        "WHERE campaign_id = ? ORDER BY number, attempt");
    bind_all(rows, campaign);
    std::vector<BlockRecord> blocks;
    while (rows.executeStep()) {
      Row row(rows);
      BlockRecord& block = blocks.emplace_back();
      block.id = row.template id<BlockId>();
      block.number = row.small();
      block.attempt = row.small();
      block.status = row.word(block_status_of);
      block.reason = row.text();
      block.arm_order = intact(strings_from_json(row.text()));
      block.cell_order = intact(strings_from_json(row.text()));
      block.started = row.time();
      block.ended = row.optional_time();
    }
    return blocks;
  });
}

Result<std::vector<BootRecord>> Store::boots(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<BootRecord>> {
    auto rows = m_connection->query(
        fmt::format("SELECT {} FROM block JOIN boot ON boot.block_id = block.id WHERE block.campaign_id = ? "
                    "ORDER BY block.number, block.attempt, boot.number",
                    k_boot_columns));
    bind_all(rows, campaign);
    std::vector<BootRecord> boots;
    while (rows.executeStep()) {
      Row row(rows);
      boots.push_back(boot_of(row));
    }
    return boots;
  });
}

Result<BootRecord> Store::boot(BootId boot) const {
  return guarded(path(), [&]() -> Result<BootRecord> {
    auto rows = m_connection->query(fmt::format("SELECT {}, argv, console FROM boot WHERE id = ?", k_boot_columns));
    bind_all(rows, boot);
    if (!rows.executeStep()) {
      return fail(ErrorCode::not_found, fmt::format("{}: there is no such boot", path().string()));
    }
    Row row(rows);
    BootRecord found = boot_of(row);
    found.argv = intact(strings_from_json(row.text()));
    found.console = row.text();
    return found;
  });
}

}  // namespace ringside::store
