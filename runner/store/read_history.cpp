// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"
#include "store/sums.h"

namespace ringside::store {
namespace {

// CROSS JOIN keeps this order: the index over cells has all that is filtered by, and is read from end to end.
std::string history_query() {
  return fmt::format(
      "SELECT block.campaign_id, measurement.arm_id, block.number, block.attempt, measurement.run, {} "
      "FROM measurement CROSS JOIN block ON block.id = measurement.block_id "
      "CROSS JOIN campaign ON campaign.id = block.campaign_id "
      "CROSS JOIN direction ON direction.measurement_id = measurement.id "
      "WHERE measurement.cell_id = ? AND measurement.status = 'valid' AND measurement.probed = 0 "
      "AND block.status = 'complete' "
      "ORDER BY campaign.started_ms, campaign.id, measurement.arm_id, block.number, block.attempt, measurement.run, "
      "direction.id",
      k_sums_columns);
}

template <typename Statement>
HistoryRow history_row(Statement& statement) {
  Row row(statement);
  HistoryRow out;
  out.campaign = row.template id<CampaignRow>();
  out.arm = row.template id<ArmId>();
  out.block = row.small();
  out.attempt = row.small();
  out.run = row.small();
  read_sums(row, out.sums);
  return out;
}

}  // namespace

Result<std::vector<HistoryRow>> Store::cell_history(CellId cell) const {
  return guarded(path(), [&]() -> Result<std::vector<HistoryRow>> {
    auto rows = m_connection->query(history_query());
    bind_all(rows, cell);
    std::vector<HistoryRow> history;
    while (rows.executeStep()) history.push_back(history_row(rows));
    return history;
  });
}

}  // namespace ringside::store
