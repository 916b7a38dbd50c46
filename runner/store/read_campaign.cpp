// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>

#include "store/connection.h"
#include "store/guard.h"
#include "store/json_text.h"
#include "store/row.h"
#include "store/store.h"
#include "store/words.h"

namespace ringside::store {
namespace {

std::unexpected<Error> no_such(const Connection& connection, std::string_view what) {
  return fail(ErrorCode::not_found, fmt::format("{}: there is no such {}", connection.path.string(), what));
}

// The newest campaigns are chosen first, and only those are counted.
constexpr const char* k_summaries =
    "SELECT c.id, c.uuid, c.name, c.question, c.tag, c.accelerator, environment.name, c.status, c.started_ms, "
    "c.ended_ms, c.blocks, "
    "(SELECT COUNT(*) FROM arm WHERE arm.campaign_id = c.id), "
    "(SELECT COUNT(*) FROM campaign_cell WHERE campaign_cell.campaign_id = c.id), "
    "(SELECT COUNT(DISTINCT number) FROM block WHERE block.campaign_id = c.id AND block.status = 'complete'), "
    "(SELECT COUNT(*) FROM block JOIN measurement ON measurement.block_id = block.id "
    " WHERE block.campaign_id = c.id), "
    "(SELECT COUNT(*) FROM block JOIN measurement ON measurement.block_id = block.id "
    " AND measurement.status = 'invalid' WHERE block.campaign_id = c.id) "
    "FROM (SELECT * FROM campaign WHERE (?1 = '' OR name = ?1) AND (?2 = '' OR tag = ?2) "
    "AND (?3 = '' OR status = ?3) ORDER BY started_ms DESC, id DESC LIMIT ?4) AS c "
    "JOIN environment ON environment.id = c.host_id ORDER BY c.started_ms DESC, c.id DESC";

template <typename Statement>
CampaignSummary summary_of(Statement& statement) {
  Row row(statement);
  CampaignSummary summary;
  summary.id = row.template id<CampaignRow>();
  summary.uuid = row.uuid();
  summary.name = row.text();
  summary.question = row.text();
  summary.tag = row.text();
  summary.accelerator = row.text();
  summary.host_name = row.text();
  summary.status = row.word(campaign_status_of);
  summary.started = row.time();
  summary.ended = row.optional_time();
  summary.planned_blocks = row.small();
  summary.arms = row.small();
  summary.cells = row.small();
  summary.complete_blocks = row.small();
  summary.measurements = row.integer();
  summary.invalid = row.integer();
  return summary;
}

template <typename Statement>
CampaignRecord record_of(Statement& statement) {
  Row row(statement);
  CampaignRecord record;
  record.id = row.template id<CampaignRow>();
  record.uuid = row.uuid();
  record.name = row.text();
  record.question = row.text();
  record.toml = row.text();
  record.tag = row.text();
  record.baseline = row.text();
  record.accelerator = row.text();
  record.ringside_version = row.text();
  record.fio = intact(options_from_json(row.text()));
  record.status = row.word(campaign_status_of);
  record.seed = row.count();
  record.blocks = row.small();
  record.runs = row.small();
  record.started = row.time();
  record.ended = row.optional_time();
  record.host = row.template id<EnvironmentId>();
  record.runner = row.text();
  return record;
}

std::vector<MarginRecord> margins_of(const Connection& connection, CampaignRow campaign) {
  std::vector<MarginRecord> margins;
  auto rows = connection.query("SELECT cell, metric, fraction FROM margin WHERE campaign_id = ? ORDER BY position");
  bind_all(rows, campaign);
  while (rows.executeStep()) {
    Row row(rows);
    MarginRecord margin;
    margin.cell = row.text();
    margin.metric = row.text();
    margin.margin = Fraction{row.real()};
    margins.push_back(std::move(margin));
  }
  return margins;
}

// `arms` are the campaign's, by position.
void read_arm_facts(const Connection& connection, CampaignRow campaign, std::vector<ArmRecord>& arms) {
  auto rows = connection.query(
      "SELECT arm.position, arm_fact.name, arm_fact.value FROM arm JOIN arm_fact ON arm_fact.arm_id = arm.id "
      "WHERE arm.campaign_id = ?");
  bind_all(rows, campaign);
  while (rows.executeStep()) {
    Row row(rows);
    const int position = row.small();
    std::string name = row.text();
    const auto arm = std::ranges::find(arms, position, &ArmRecord::position);
    if (arm != arms.end()) arm->facts.emplace(std::move(name), row.text());
  }
}

}  // namespace

Result<std::vector<CampaignSummary>> Store::campaigns(const CampaignFilter& filter) const {
  return guarded(path(), [&]() -> Result<std::vector<CampaignSummary>> {
    auto rows = m_connection->query(k_summaries);
    bind_all(rows, filter.name, filter.tag, filter.status ? to_text(*filter.status) : std::string_view{},
             filter.limit.value_or(-1));
    std::vector<CampaignSummary> summaries;
    while (rows.executeStep()) summaries.push_back(summary_of(rows));
    return summaries;
  });
}

Result<CampaignRecord> Store::campaign(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<CampaignRecord> {
    auto rows = m_connection->query(
        "SELECT id, uuid, name, question, toml, tag, baseline, accelerator, ringside_version, fio, status, seed, "
        "blocks, runs, started_ms, ended_ms, host_id, runner FROM campaign WHERE id = ?");
    bind_all(rows, campaign);
    if (!rows.executeStep()) return no_such(*m_connection, "campaign");
    CampaignRecord record = record_of(rows);
    record.margins = margins_of(*m_connection, campaign);
    return record;
  });
}

Result<Environment> Store::environment(EnvironmentId environment) const {
  return guarded(path(), [&]() -> Result<Environment> {
    auto rows = m_connection->query("SELECT uuid, kind, identity, name, recorded_ms FROM environment WHERE id = ?");
    bind_all(rows, environment);
    if (!rows.executeStep()) return no_such(*m_connection, "environment");
    Row row(rows);
    Environment found;
    found.uuid = row.uuid();
    found.kind = row.word(environment_kind_of);
    found.identity = row.text();
    found.name = row.text();
    found.recorded = row.time();
    auto facts = m_connection->query("SELECT name, value FROM environment_fact WHERE environment_id = ?");
    bind_all(facts, environment);
    while (facts.executeStep()) {
      found.facts.emplace(facts.getColumn(0).getString(), facts.getColumn(1).getString());
    }
    return found;
  });
}

Result<std::vector<ArmRecord>> Store::arms(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<ArmRecord>> {
    auto rows = m_connection->query(
        "SELECT id, name, position, specification, sha256, build_id FROM arm WHERE campaign_id = ? ORDER BY position");
    bind_all(rows, campaign);
    std::vector<ArmRecord> arms;
    while (rows.executeStep()) {
      Row row(rows);
      ArmRecord& arm = arms.emplace_back();
      arm.id = row.template id<ArmId>();
      arm.name = row.text();
      arm.position = row.small();
      arm.specification = row.text();
      arm.sha256 = row.text();
      arm.build_id = row.text();
    }
    read_arm_facts(*m_connection, campaign, arms);
    return arms;
  });
}

Result<std::vector<CellRecord>> Store::cells(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<CellRecord>> {
    auto rows = m_connection->query(
        "SELECT cell.id, campaign_cell.position, cell.options, cell.key FROM campaign_cell "
        "JOIN cell ON cell.id = campaign_cell.cell_id WHERE campaign_cell.campaign_id = ? "
        "ORDER BY campaign_cell.position");
    bind_all(rows, campaign);
    std::vector<CellRecord> cells;
    while (rows.executeStep()) {
      Row row(rows);
      CellRecord& cell = cells.emplace_back();
      cell.id = row.template id<CellId>();
      cell.position = row.small();
      cell.cell.options = intact(options_from_json(row.text()));
      cell.key = row.text();
    }
    return cells;
  });
}

}  // namespace ringside::store
