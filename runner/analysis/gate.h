// SPDX-License-Identifier: GPL-3.0-or-later
// A gate's judgement over stored campaigns: one stage, or two with fresh blocks for what the first has flagged.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "core/result.h"
#include "core/verdict.h"
#include "store/store.h"

namespace ringside::analysis {

struct GateOptions {
  double alpha = 0.05;
  bool strict = false;
  std::vector<std::string> metrics{};  // gated ones by name; empty: see gated_metrics()
};

// One cell and metric of one candidate.
struct GateEntry {
  std::string key;
  OptionMap options;
  MetricComparison figures;  // what was decided on, verdict included
  int stage = 1;             // 2: decided on fresh blocks alone
  GateOutcome outcome = GateOutcome::invalid;
  bool strict_pass = false;
  // Where it was decided in stage 2: what stage 1 said (p by Benjamini and Hochberg).
  std::optional<RatioEstimate> screened;
  std::optional<double> screened_p;
  std::vector<Excluded> excluded;  // measurements of the deciding stage that are not used
  Nanoseconds measured{0};         // what the valid measurements of this cell took, in that stage
};

struct GateCandidate {
  ArmIdentity candidate;
  std::vector<GateEntry> entries;  // cells in the matrix's order, their metrics
};

struct GateStage {
  CampaignRow row;
  Uuid campaign;
  std::string name;
  WallTime started{};
  std::optional<WallTime> ended;
  int planned_blocks = 0;
  std::size_t cells = 0;
};

struct Judgement {
  ArmIdentity baseline;
  std::vector<GateCandidate> candidates;
  std::vector<GateStage> stages;  // one or two
  bool two_stages = false;        // stage 1 screened; where it flagged nothing there is no second campaign
  double alpha = 0.05;
  bool strict = false;
  std::vector<std::string> metrics;  // gated ones, by name
  std::vector<std::string> notes;    // what was left out of the gate, and why
  std::vector<std::string> warnings;
  GateOutcome outcome = GateOutcome::invalid;
  int exit_code = 3;
};

// The metrics a campaign has margins for, else IOPS. The mean latency of a closed loop is the same fact as its IOPS:
// where both have margins only IOPS are gated, and `notes` says so.
[[nodiscard]] std::vector<std::string> gated_metrics(std::span<const store::MarginRecord> margins,
                                                     std::vector<std::string>& notes);

// Holm over the cells of each candidate and metric. Errors as of compare_campaign().
[[nodiscard]] Result<Judgement> judge_in_one_stage(const Store& store, CampaignRow campaign,
                                                   const GateOptions& options = {});

// Keys of the cells that stage 1 flags for some candidate and metric (Benjamini and Hochberg), in the matrix's order.
[[nodiscard]] Result<std::vector<std::string>> cells_to_measure_again(const Store& store, CampaignRow first,
                                                                      const GateOptions& options = {});

// `second` holds fresh blocks of the flagged cells; it may be absent only if there are none. Fails (usage) otherwise.
[[nodiscard]] Result<Judgement> judge_in_two_stages(const Store& store, CampaignRow first,
                                                    std::optional<CampaignRow> second, const GateOptions& options = {});

// The rows that keep a judgement.
[[nodiscard]] Result<std::vector<store::GateVerdictRecord>> verdict_records(const Store& store,
                                                                            const Judgement& judgement);

}  // namespace ringside::analysis
