// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"
#include "store/words.h"

namespace ringside::store {
namespace {

// CROSS JOIN keeps this order: a cell's rows lie together.
constexpr const char* k_rows =
    "SELECT block.campaign_id, history.arm_id, block.number, block.attempt, history.run, history.direction, "
    "history.ios, history.runtime_ns, history.lat_count, history.lat_mean_ns, history.lat_stddev_ns "
    "FROM history CROSS JOIN block ON block.id = history.block_id "
    "WHERE history.cell_id = ? AND block.status = 'complete'";
constexpr const char* k_campaign =
    "SELECT campaign.uuid, campaign.name, campaign.accelerator, campaign.status, campaign.started_ms, "
    "environment.name, environment.identity FROM campaign JOIN environment ON environment.id = campaign.host_id "
    "WHERE campaign.id = ?";
constexpr const char* k_arms = "SELECT id, name, sha256, build_id FROM arm WHERE campaign_id = ? ORDER BY position";
constexpr const char* k_kernels =
    "SELECT DISTINCT boot.kernel_release FROM block CROSS JOIN boot ON boot.block_id = block.id "
    "WHERE block.campaign_id = ? AND boot.kernel_release <> '' ORDER BY boot.kernel_release";

using Rows = std::map<CampaignRow, std::vector<HistoryRow>>;

Rows rows_of(const Connection& connection, CellId cell) {
  auto statement = connection.query(k_rows);
  bind_all(statement, cell);
  Rows rows;
  auto place = rows.end();
  while (statement.executeStep()) {
    Row row(statement);
    const auto campaign = row.template id<CampaignRow>();
    if (place == rows.end() || place->first != campaign) place = rows.try_emplace(campaign).first;
    HistoryRow& out = place->second.emplace_back();
    out.arm = row.template id<ArmId>();
    out.block = row.small();
    out.attempt = row.small();
    out.run = row.small();
    out.sums.direction = row.word(direction_of);
    out.sums.ios = row.count();
    out.sums.runtime = row.duration();
    out.sums.lat_count = row.count();
    out.sums.lat_mean_ns = row.real();
    out.sums.lat_stddev_ns = row.real();
  }
  for (auto& [campaign, found] : rows) {
    std::ranges::sort(found, {}, [](const HistoryRow& one) {
      return std::tuple(one.arm, one.block, one.attempt, one.run, one.sums.direction);
    });
  }
  return rows;
}

// Reads the campaigns that a history names, with the same statements for all of them.
class Campaigns {
 public:
  explicit Campaigns(const Connection& connection)
      : m_campaign(connection.query(k_campaign)),
        m_arms(connection.query(k_arms)),
        m_kernels(connection.query(k_kernels)) {}

  HistoryCampaign at(CampaignRow campaign) {
    HistoryCampaign out;
    out.id = campaign;
    bind(m_campaign, campaign);
    if (!m_campaign.executeStep()) throw DamagedStore("a block without its campaign");
    Row row(m_campaign);
    out.uuid = row.uuid();
    out.name = row.text();
    out.accelerator = row.text();
    out.status = row.word(campaign_status_of);
    out.started = row.time();
    out.host_name = row.text();
    out.host_identity = row.text();
    bind(m_arms, campaign);
    while (m_arms.executeStep()) {
      Row arm(m_arms);
      HistoryArm& one = out.arms.emplace_back();
      one.id = arm.template id<ArmId>();
      one.name = arm.text();
      one.sha256 = arm.text();
      one.build_id = arm.text();
    }
    bind(m_kernels, campaign);
    while (m_kernels.executeStep()) out.kernels.push_back(m_kernels.getColumn(0).getString());
    return out;
  }

 private:
  static void bind(SQLite::Statement& statement, CampaignRow campaign) {
    statement.reset();
    bind_all(statement, campaign);
  }

  SQLite::Statement m_campaign;
  SQLite::Statement m_arms;
  SQLite::Statement m_kernels;
};

}  // namespace

Result<std::vector<HistoryCampaign>> Store::cell_history(CellId cell) const {
  return guarded(path(), [&]() -> Result<std::vector<HistoryCampaign>> {
    // One snapshot, and one lock instead of one per statement.
    const SQLite::Transaction snapshot(*m_connection->database);
    Rows rows = rows_of(*m_connection, cell);
    Campaigns campaigns(*m_connection);
    std::vector<HistoryCampaign> history;
    history.reserve(rows.size());
    for (auto& [campaign, found] : rows) {
      history.push_back(campaigns.at(campaign));
      history.back().rows = std::move(found);
    }
    std::ranges::sort(history, {}, [](const HistoryCampaign& one) { return std::pair(one.started, one.id); });
    return history;
  });
}

}  // namespace ringside::store
