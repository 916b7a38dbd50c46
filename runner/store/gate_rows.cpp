// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"

namespace ringside::store {
namespace {

template <typename Reader>
std::optional<double> optional_real(Reader& row) {
  const bool absent = row.next_is_null();
  const double value = row.real();
  return absent ? std::nullopt : std::optional(value);
}

template <typename Statement>
GateVerdictRecord verdict_of(Statement& statement) {
  Row row(statement);
  GateVerdictRecord record;
  record.campaign = row.template id<CampaignRow>();
  record.baseline = row.template id<ArmId>();
  record.candidate = row.template id<ArmId>();
  record.cell = row.template id<CellId>();
  record.metric = row.text();
  record.stage = row.small();
  record.verdict = row.word(verdict_from_text);
  record.reason = row.word(verdict_reason_from_text);
  record.outcome = row.word(gate_outcome_from_text);
  record.blocks = row.integer();
  record.margin = Fraction{row.real()};
  record.theta = optional_real(row);
  record.lower = optional_real(row);
  record.upper = optional_real(row);
  record.p = optional_real(row);
  record.p_adjusted = optional_real(row);
  return record;
}

std::optional<CampaignRow> linked(const Connection& connection, const char* sql, CampaignRow campaign) {
  auto rows = connection.query(sql);
  bind_all(rows, campaign);
  if (!rows.executeStep()) return std::nullopt;
  return CampaignRow{rows.getColumn(0).getInt64()};
}

}  // namespace

Result<void> Store::store_gate_verdicts(std::span<const GateVerdictRecord> verdicts) {
  return guarded(path(), [&]() -> Result<void> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const GateVerdictRecord& verdict : verdicts) {
      run(m_connection->prepared(
              "INSERT OR REPLACE INTO gate_verdict (campaign_id, baseline_id, candidate_id, cell_id, metric, stage, "
              "verdict, reason, outcome, blocks, margin, theta, theta_lower, theta_upper, p, p_adjusted) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
          verdict.campaign, verdict.baseline, verdict.candidate, verdict.cell, verdict.metric, verdict.stage,
          to_text(verdict.verdict), to_text(verdict.reason), to_text(verdict.outcome), verdict.blocks,
          verdict.margin.value, verdict.theta, verdict.lower, verdict.upper, verdict.p, verdict.p_adjusted);
    }
    transaction.commit();
    return {};
  });
}

Result<void> Store::link_gate_stages(CampaignRow first, CampaignRow second) {
  return guarded(path(), [&]() -> Result<void> {
    run(m_connection->prepared("INSERT OR REPLACE INTO gate_stage (second_id, first_id) VALUES (?, ?)"), second, first);
    return {};
  });
}

Result<void> Store::store_aa_result(const AaRecord& result) {
  return guarded(path(), [&]() -> Result<void> {
    // No slowdown is below zero: -1 stands for none on its way into the statement.
    run(m_connection->prepared("INSERT OR REPLACE INTO aa_result (campaign_id, metric, comparisons, flagged, alpha, "
                               "injected, recorded_ms) VALUES (?, ?, ?, ?, ?, NULLIF(?, -1.0), ?)"),
        result.campaign, result.metric, result.comparisons, result.flagged, result.alpha,
        result.injected.value_or(Fraction{-1}).value, result.recorded);
    return {};
  });
}

Result<std::vector<GateVerdictRecord>> Store::gate_verdicts(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<GateVerdictRecord>> {
    auto rows = m_connection->query(
        "SELECT campaign_id, baseline_id, candidate_id, cell_id, metric, stage, verdict, reason, outcome, blocks, "
        "margin, theta, theta_lower, theta_upper, p, p_adjusted FROM gate_verdict WHERE campaign_id = ? "
        "ORDER BY candidate_id, cell_id, metric, stage");
    bind_all(rows, campaign);
    std::vector<GateVerdictRecord> verdicts;
    while (rows.executeStep()) verdicts.push_back(verdict_of(rows));
    return verdicts;
  });
}

Result<std::optional<CampaignRow>> Store::second_stage_of(CampaignRow first) const {
  return guarded(path(), [&]() -> Result<std::optional<CampaignRow>> {
    return linked(*m_connection, "SELECT second_id FROM gate_stage WHERE first_id = ? ORDER BY second_id DESC LIMIT 1",
                  first);
  });
}

Result<std::optional<CampaignRow>> Store::first_stage_of(CampaignRow second) const {
  return guarded(path(), [&]() -> Result<std::optional<CampaignRow>> {
    return linked(*m_connection, "SELECT first_id FROM gate_stage WHERE second_id = ?", second);
  });
}

Result<std::vector<AaRecord>> Store::aa_results(std::string_view host_identity) const {
  return guarded(path(), [&]() -> Result<std::vector<AaRecord>> {
    auto rows = m_connection->query(
        "SELECT campaign_id, metric, comparisons, flagged, alpha, injected, aa_result.recorded_ms, accelerator "
        "FROM aa_result JOIN campaign ON campaign.id = campaign_id JOIN environment ON environment.id = host_id "
        "WHERE environment.identity = ? ORDER BY aa_result.recorded_ms DESC, campaign_id DESC");
    bind_all(rows, host_identity);
    std::vector<AaRecord> results;
    while (rows.executeStep()) {
      Row row(rows);
      AaRecord& result = results.emplace_back();
      result.campaign = row.id<CampaignRow>();
      result.metric = row.text();
      result.comparisons = row.integer();
      result.flagged = row.integer();
      result.alpha = row.real();
      if (const auto injected = optional_real(row)) result.injected = Fraction{*injected};
      result.recorded = row.time();
      result.accelerator = row.text();
    }
    return results;
  });
}

}  // namespace ringside::store
