// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/gate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "stats/family.h"
#include "stats/gate.h"

namespace ringside::analysis {
namespace {

// A stage as it lies in the store.
struct Stage {
  GateStage identity;
  Comparison comparison;
};

Result<Stage> load_stage(const Store& store, CampaignRow campaign, const CompareOptions& options) {
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  auto comparison = compare_campaign(store, campaign, options);
  if (!comparison) return std::unexpected(std::move(comparison.error()));
  Stage stage;
  stage.identity = {campaign, record->uuid, record->name, record->started, record->ended, record->blocks, 0};
  if (!comparison->candidates.empty()) stage.identity.cells = comparison->candidates.front().cells.size();
  stage.comparison = *std::move(comparison);
  return stage;
}

GateEntry entry_of(const CellComparison& cell, const MetricComparison& metric) {
  GateEntry entry;
  entry.key = cell.key;
  entry.options = cell.options;
  entry.figures = metric;
  entry.excluded = cell.excluded;
  entry.measured = cell.measured;
  return entry;
}

void judge(GateEntry& entry, const stats::Assessment& assessment) {
  if (entry.figures.unsupported) {
    // Too few I/Os to say anything about the quantile: nothing failed, and nothing was shown either.
    entry.outcome = GateOutcome::warn;
    return;
  }
  const stats::Decision decision{entry.figures.verdict, entry.figures.reason, entry.figures.p_adjusted};
  const stats::GatedCell gated = stats::gate_cell(assessment, decision);
  entry.outcome = gated.outcome;
  entry.strict_pass = gated.strict_pass;
}

GateCandidate in_one_stage(const CandidateComparison& comparison) {
  GateCandidate candidate{comparison.candidate, {}};
  for (const CellComparison& cell : comparison.cells) {
    for (const MetricComparison& metric : cell.metrics) {
      judge(candidate.entries.emplace_back(entry_of(cell, metric)), metric.assessment);
    }
  }
  return candidate;
}

// The cells of one metric, in the matrix's order.
struct Family {
  std::vector<const CellComparison*> cells;
  std::vector<stats::Assessment> assessments;
};

std::map<Metric, Family> families_of(const CandidateComparison& comparison) {
  std::map<Metric, Family> families;
  for (const CellComparison& cell : comparison.cells) {
    for (const MetricComparison& metric : cell.metrics) {
      if (metric.unsupported) continue;
      Family& family = families[metric.metric];
      family.cells.push_back(&cell);
      family.assessments.push_back(metric.assessment);
    }
  }
  return families;
}

// What stage 2 has on a cell and metric; nullptr where it has nothing.
struct Fresh {
  const CellComparison* cell = nullptr;
  const MetricComparison* metric = nullptr;
};

Fresh fresh_of(const CandidateComparison* second, const std::string& key, const Metric& metric) {
  if (second == nullptr) return {};
  const auto cell = std::ranges::find(second->cells, key, &CellComparison::key);
  if (cell == second->cells.end()) return {};
  const auto found = std::ranges::find(cell->metrics, metric, &MetricComparison::metric);
  return found == cell->metrics.end() ? Fresh{} : Fresh{&*cell, &*found};
}

stats::Assessment assessment_of(const Fresh& fresh) {
  if (fresh.metric != nullptr && !fresh.metric->unsupported) return fresh.metric->assessment;
  stats::Assessment nothing;
  nothing.obstacle = VerdictReason::no_valid_measurement;
  return nothing;
}

using Decided = std::map<std::pair<std::string, Metric>, std::pair<stats::StagedDecision, Fresh>>;
using Screened = std::map<std::pair<std::string, Metric>, double>;

void decide_family(const Metric& metric, const Family& family, const CandidateComparison* second, Decided& decided,
                   Screened& screened) {
  const stats::Screening screening = stats::screen(family.assessments);
  std::vector<Fresh> fresh;
  std::vector<stats::Assessment> again;
  for (const std::size_t place : screening.flagged) {
    fresh.push_back(fresh_of(second, family.cells[place]->key, metric));
    again.push_back(assessment_of(fresh.back()));
  }
  const auto decisions = stats::decide_in_two_stages(family.assessments, screening, again);
  for (std::size_t place = 0; place < decisions.size(); ++place) {
    const std::pair key{family.cells[place]->key, metric};
    const auto flagged = std::ranges::find(screening.flagged, place);
    const Fresh of_cell = flagged == screening.flagged.end()
                              ? Fresh{}
                              : fresh[static_cast<std::size_t>(flagged - screening.flagged.begin())];
    decided.emplace(key, std::pair{decisions[place], of_cell});
    if (screening.p_adjusted[place]) screened.emplace(key, *screening.p_adjusted[place]);
  }
}

void take_fresh(GateEntry& entry, const Fresh& fresh, const Screened& screened) {
  entry.stage = 2;
  entry.screened = entry.figures.ratio;
  const auto p = screened.find({entry.key, entry.figures.metric});
  if (p != screened.end()) entry.screened_p = p->second;
  if (fresh.metric == nullptr) {
    MetricComparison nothing;
    nothing.metric = entry.figures.metric;
    nothing.margin = entry.figures.margin;
    entry.figures = std::move(nothing);
    entry.excluded.clear();
    entry.measured = Nanoseconds{0};
    return;
  }
  entry.figures = *fresh.metric;
  entry.excluded = fresh.cell->excluded;
  entry.measured = fresh.cell->measured;
}

GateCandidate in_two_stages(const CandidateComparison& first, const CandidateComparison* second) {
  Decided decided;
  Screened screened;
  for (const auto& [metric, family] : families_of(first)) decide_family(metric, family, second, decided, screened);
  GateCandidate candidate{first.candidate, {}};
  for (const CellComparison& cell : first.cells) {
    for (const MetricComparison& metric : cell.metrics) {
      GateEntry& entry = candidate.entries.emplace_back(entry_of(cell, metric));
      const auto found = decided.find({cell.key, metric.metric});
      if (found == decided.end()) {  // unsupported in stage 1
        judge(entry, metric.assessment);
        continue;
      }
      const auto& [staged, fresh] = found->second;
      if (staged.stage == 2) take_fresh(entry, fresh, screened);
      entry.figures.verdict = staged.decision.verdict;
      entry.figures.reason = staged.decision.reason;
      entry.figures.p_adjusted = staged.decision.p_adjusted;
      judge(entry, staged.assessment);
    }
  }
  return candidate;
}

Result<CompareOptions> compare_options(const Store& store, CampaignRow campaign, const GateOptions& options,
                                       Judgement& judgement) {
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  judgement.alpha = options.alpha;
  judgement.strict = options.strict;
  judgement.metrics = options.metrics.empty() ? gated_metrics(record->margins, judgement.notes) : options.metrics;
  CompareOptions compare;
  compare.alpha = options.alpha;
  compare.metrics = judgement.metrics;
  return compare;
}

void conclude(Judgement& judgement) {
  std::vector<stats::GatedCell> cells;
  for (const GateCandidate& candidate : judgement.candidates) {
    for (const GateEntry& entry : candidate.entries) cells.push_back({entry.outcome, entry.strict_pass});
  }
  judgement.outcome = stats::overall_outcome(cells);
  judgement.exit_code = stats::gate_exit_code(cells, judgement.strict);
  if (cells.empty()) {
    judgement.warnings.emplace_back("no cell has a gated metric: there is nothing to judge, which is no pass");
  }
}

void take_stage(Judgement& judgement, const Stage& stage) {
  judgement.stages.push_back(stage.identity);
  for (const std::string& warning : stage.comparison.warnings) {
    if (std::ranges::find(judgement.warnings, warning) == judgement.warnings.end()) {
      judgement.warnings.push_back(warning);
    }
  }
}

const CandidateComparison* candidate_named(const Comparison& comparison, const std::string& arm) {
  const auto found = std::ranges::find_if(
      comparison.candidates, [&](const CandidateComparison& candidate) { return candidate.candidate.arm == arm; });
  return found == comparison.candidates.end() ? nullptr : &*found;
}

std::vector<std::string> flagged_keys(const Comparison& comparison) {
  std::set<std::string> flagged;
  for (const CandidateComparison& candidate : comparison.candidates) {
    for (const auto& [metric, family] : families_of(candidate)) {
      for (const std::size_t place : stats::screen(family.assessments).flagged) {
        flagged.insert(family.cells[place]->key);
      }
    }
  }
  std::vector<std::string> keys;
  if (comparison.candidates.empty()) return keys;
  for (const CellComparison& cell : comparison.candidates.front().cells) {
    if (flagged.contains(cell.key)) keys.push_back(cell.key);
  }
  return keys;
}

}  // namespace

std::vector<std::string> gated_metrics(std::span<const store::MarginRecord> margins, std::vector<std::string>& notes) {
  std::set<Metric> wanted;
  for (const store::MarginRecord& margin : margins) {
    if (const auto metric = parse_metric(margin.metric)) wanted.insert(*metric);
  }
  if (wanted.empty()) wanted.insert(Metric{});
  std::vector<std::string> names;
  for (const Metric& metric : wanted) {
    const bool by_iops = wanted.contains(Metric{MetricKind::iops, metric.direction}) ||
                         wanted.contains(Metric{MetricKind::iops, std::nullopt});
    if (metric.kind == MetricKind::lat_mean && by_iops) {
      notes.push_back(metric.name() + " is not gated: in a closed loop it is the same fact as IOPS, which are");
      continue;
    }
    names.push_back(metric.name());
  }
  return names;
}

Result<Judgement> judge_in_one_stage(const Store& store, CampaignRow campaign, const GateOptions& options) {
  Judgement judgement;
  const auto compare = compare_options(store, campaign, options, judgement);
  if (!compare) return std::unexpected(compare.error());
  const auto stage = load_stage(store, campaign, *compare);
  if (!stage) return std::unexpected(stage.error());
  judgement.baseline = stage->comparison.baseline;
  take_stage(judgement, *stage);
  for (const CandidateComparison& candidate : stage->comparison.candidates) {
    judgement.candidates.push_back(in_one_stage(candidate));
  }
  conclude(judgement);
  return judgement;
}

Result<std::vector<std::string>> cells_to_measure_again(const Store& store, CampaignRow first,
                                                        const GateOptions& options) {
  Judgement unused;
  const auto compare = compare_options(store, first, options, unused);
  if (!compare) return std::unexpected(compare.error());
  const auto stage = load_stage(store, first, *compare);
  if (!stage) return std::unexpected(stage.error());
  return flagged_keys(stage->comparison);
}

Result<Judgement> judge_in_two_stages(const Store& store, CampaignRow first, std::optional<CampaignRow> second,
                                      const GateOptions& options) {
  Judgement judgement;
  judgement.two_stages = true;
  const auto compare = compare_options(store, first, options, judgement);
  if (!compare) return std::unexpected(compare.error());
  const auto stage = load_stage(store, first, *compare);
  if (!stage) return std::unexpected(stage.error());
  if (!second && !flagged_keys(stage->comparison).empty()) {
    return fail(ErrorCode::usage, "the cells that stage 1 has flagged were not measured again");
  }
  judgement.baseline = stage->comparison.baseline;
  take_stage(judgement, *stage);
  std::optional<Stage> again;
  if (second) {
    auto loaded = load_stage(store, *second, *compare);
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    again = *std::move(loaded);
    take_stage(judgement, *again);
  }
  for (const CandidateComparison& candidate : stage->comparison.candidates) {
    const CandidateComparison* fresh = again ? candidate_named(again->comparison, candidate.candidate.arm) : nullptr;
    judgement.candidates.push_back(in_two_stages(candidate, fresh));
  }
  conclude(judgement);
  return judgement;
}

}  // namespace ringside::analysis
