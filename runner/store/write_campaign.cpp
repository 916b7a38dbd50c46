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

std::map<std::string, std::string> facts_of(Connection& connection, EnvironmentId environment) {
  std::map<std::string, std::string> facts;
  auto rows = connection.query("SELECT name, value FROM environment_fact WHERE environment_id = ?");
  bind_all(rows, environment);
  while (rows.executeStep()) {
    Row row(rows);
    std::string name = row.text();
    facts.emplace(std::move(name), row.text());
  }
  return facts;
}

// The latest record of the same machine, if it says the same.
std::optional<EnvironmentId> same_environment(Connection& connection, const Environment& environment) {
  auto rows = connection.query(
      "SELECT id FROM environment WHERE kind = ? AND identity = ? AND name = ? ORDER BY id DESC LIMIT 1");
  bind_all(rows, to_text(environment.kind), environment.identity, environment.name);
  if (!rows.executeStep()) return std::nullopt;
  const EnvironmentId id{rows.getColumn(0).getInt64()};
  if (facts_of(connection, id) != environment.facts) return std::nullopt;
  return id;
}

CampaignRow insert_campaign_row(Connection& connection, const NewCampaign& campaign) {
  auto& insert = connection.prepared(
      "INSERT INTO campaign (uuid, name, tag, status, started_ms, baseline, accelerator, ringside_version, seed, "
      "blocks, runs, host_id, fio, question, toml, runner) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  run(insert, campaign.uuid.to_text(), campaign.name, campaign.tag, to_text(CampaignStatus::running), campaign.started,
      campaign.baseline, campaign.accelerator, campaign.ringside_version, campaign.seed, campaign.blocks, campaign.runs,
      campaign.host, to_json(campaign.fio), campaign.question, campaign.toml, campaign.runner);
  return CampaignRow{connection.database->getLastInsertRowid()};
}

void insert_arms(Connection& connection, const NewCampaign& campaign, StoredPlan& plan) {
  int position = 0;
  for (const ArmRecord& arm : campaign.arms) {
    auto& insert = connection.prepared(
        "INSERT INTO arm (campaign_id, position, name, sha256, build_id, specification) VALUES (?, ?, ?, ?, ?, ?)");
    run(insert, plan.campaign, position++, arm.name, arm.sha256, arm.build_id, arm.specification);
    plan.arms.push_back(ArmId{connection.database->getLastInsertRowid()});
  }
}

CellId find_or_insert_cell(Connection& connection, const Cell& cell) {
  run(connection.prepared("INSERT INTO cell (key, options) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"), cell.key(),
      to_json(cell.options));
  auto rows = connection.query("SELECT id FROM cell WHERE key = ?");
  bind_all(rows, cell.key());
  if (!rows.executeStep()) throw DamagedStore("a cell that was stored is gone");
  return CellId{rows.getColumn(0).getInt64()};
}

void insert_cells(Connection& connection, const NewCampaign& campaign, StoredPlan& plan) {
  int position = 0;
  for (const Cell& cell : campaign.cells) {
    const CellId id = find_or_insert_cell(connection, cell);
    run(connection.prepared("INSERT INTO campaign_cell (campaign_id, position, cell_id) VALUES (?, ?, ?)"),
        plan.campaign, position++, id);
    plan.cells.push_back(id);
  }
}

void insert_margins(Connection& connection, const NewCampaign& campaign, CampaignRow id) {
  int position = 0;
  for (const MarginRecord& margin : campaign.margins) {
    run(connection.prepared(
            "INSERT INTO margin (campaign_id, position, cell, metric, fraction) VALUES (?, ?, ?, ?, ?)"),
        id, position++, margin.cell, margin.metric, margin.margin.value);
  }
}

// For updates of one row by its id.
template <typename... Values>
Result<void> update_one(Connection& connection, const std::string& sql, std::string_view what,
                        const Values&... values) {
  return guarded(connection.path, [&]() -> Result<void> {
    if (run(connection.prepared(sql), values...) == 1) return {};
    return fail(ErrorCode::not_found, fmt::format("{}: there is no such {}", connection.path.string(), what));
  });
}

}  // namespace

Result<EnvironmentId> Store::add_environment(const Environment& environment) {
  return guarded(path(), [&]() -> Result<EnvironmentId> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    if (const auto same = same_environment(*m_connection, environment)) return *same;
    run(m_connection->prepared("INSERT INTO environment (uuid, kind, identity, name, recorded_ms) "
                               "VALUES (?, ?, ?, ?, ?)"),
        environment.uuid.to_text(), to_text(environment.kind), environment.identity, environment.name,
        environment.recorded);
    const EnvironmentId id{m_connection->database->getLastInsertRowid()};
    for (const auto& [name, value] : environment.facts) {
      run(m_connection->prepared("INSERT INTO environment_fact (environment_id, name, value) VALUES (?, ?, ?)"), id,
          name, value);
    }
    transaction.commit();
    return id;
  });
}

Result<StoredPlan> Store::begin_campaign(const NewCampaign& campaign) {
  return guarded(path(), [&]() -> Result<StoredPlan> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    StoredPlan plan;
    plan.campaign = insert_campaign_row(*m_connection, campaign);
    insert_arms(*m_connection, campaign, plan);
    insert_cells(*m_connection, campaign, plan);
    insert_margins(*m_connection, campaign, plan.campaign);
    transaction.commit();
    return plan;
  });
}

Result<void> Store::set_arm_driver(ArmId arm, std::string_view build_id, std::string_view sha256) {
  return update_one(*m_connection, "UPDATE arm SET build_id = ?, sha256 = ? WHERE id = ?", "arm", build_id, sha256,
                    arm);
}

Result<void> Store::set_arm_facts(ArmId arm, const std::map<std::string, std::string>& facts) {
  return guarded(path(), [&]() -> Result<void> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    run(m_connection->prepared("DELETE FROM arm_fact WHERE arm_id = ?"), arm);
    for (const auto& [name, value] : facts) {
      run(m_connection->prepared("INSERT INTO arm_fact (arm_id, name, value) VALUES (?, ?, ?)"), arm, name, value);
    }
    transaction.commit();
    return {};
  });
}

Result<void> Store::finish_campaign(CampaignRow campaign, CampaignStatus status, WallTime ended) {
  return update_one(*m_connection, "UPDATE campaign SET status = ?, ended_ms = ? WHERE id = ?", "campaign",
                    to_text(status), ended, campaign);
}

Result<void> Store::set_tag(CampaignRow campaign, std::string_view tag) {
  return update_one(*m_connection, "UPDATE campaign SET tag = ? WHERE id = ?", "campaign", tag, campaign);
}

}  // namespace ringside::store
