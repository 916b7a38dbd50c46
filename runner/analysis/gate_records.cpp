// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "analysis/gate.h"

namespace ringside::analysis {
namespace {

// The rows of a stage's arms and cells, by what people call them.
struct Rows {
  CampaignRow campaign;
  std::map<std::string, ArmId> arms;
  std::map<std::string, CellId> cells;
};

Result<Rows> rows_of(const Store& store, CampaignRow campaign) {
  Rows rows{campaign, {}, {}};
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  for (const store::ArmRecord& arm : *arms) rows.arms.emplace(arm.name, arm.id);
  const auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(cells.error());
  for (const store::CellRecord& cell : *cells) rows.cells.emplace(cell.key, cell.id);
  return rows;
}

store::GateVerdictRecord record_of(const Rows& rows, const std::string& baseline, const std::string& candidate,
                                   const GateEntry& entry) {
  const MetricComparison& figures = entry.figures;
  store::GateVerdictRecord record;
  record.campaign = rows.campaign;
  record.baseline = rows.arms.at(baseline);
  record.candidate = rows.arms.at(candidate);
  record.cell = rows.cells.at(entry.key);
  record.metric = figures.metric.name();
  record.stage = entry.stage;
  record.verdict = figures.verdict;
  record.reason = figures.reason;
  record.outcome = entry.outcome;
  record.blocks = static_cast<std::int64_t>(figures.pairs);
  record.margin = figures.margin;
  record.theta = figures.assessment.theta;
  if (figures.assessment.interval) {
    record.lower = figures.assessment.interval->lower;
    record.upper = figures.assessment.interval->upper;
  }
  record.p = figures.p;
  record.p_adjusted = figures.p_adjusted;
  return record;
}

}  // namespace

Result<std::vector<store::GateVerdictRecord>> verdict_records(const Store& store, const Judgement& judgement) {
  std::vector<Rows> stages;
  for (const GateStage& stage : judgement.stages) {
    auto rows = rows_of(store, stage.row);
    if (!rows) return std::unexpected(std::move(rows.error()));
    stages.push_back(*std::move(rows));
  }
  std::vector<store::GateVerdictRecord> records;
  for (const GateCandidate& candidate : judgement.candidates) {
    for (const GateEntry& entry : candidate.entries) {
      const Rows& rows = stages[static_cast<std::size_t>(entry.stage - 1)];
      records.push_back(record_of(rows, judgement.baseline.arm, candidate.candidate.arm, entry));
    }
  }
  return records;
}

}  // namespace ringside::analysis
