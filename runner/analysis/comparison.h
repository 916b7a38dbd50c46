// SPDX-License-Identifier: GPL-3.0-or-later
// Arms against a baseline, cell by cell: the one source of figures for the command line, reports and the dashboard.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/metric.h"
#include "analysis/side.h"
#include "core/result.h"
#include "core/verdict.h"
#include "stats/interval.h"
#include "stats/verdict.h"
#include "store/store.h"

namespace ringside::analysis {

struct CompareOptions {
  double alpha = 0.05;
  bool force = false;                        // compare what should not be compared; the differences become warnings
  std::vector<std::string> metrics{};        // only these (by name, with or without direction); empty: all
  std::map<std::string, Fraction> margin{};  // by metric, over those of the campaign
};

enum class Pairing {
  paired,    // one campaign: a log-ratio per block
  unpaired,  // two campaigns: Welch over blocks, advisory, never a verdict
};
[[nodiscard]] std::string_view to_text(Pairing);

// candidate/baseline of the metric itself: below 1 is slower for IOPS, faster for latency.
struct RatioEstimate {
  double value = 1;
  std::optional<stats::Interval> interval;  // confidence 1 − α
};

struct MetricComparison {
  Metric metric;
  Estimate baseline;
  Estimate candidate;
  bool unsupported = false;  // a quantile that one side cannot support: no ratio, no verdict, not in the family
  std::size_t pairs = 0;     // blocks that hold both (paired), else 0
  std::size_t bad_blocks = 0;
  std::optional<RatioEstimate> ratio;
  std::optional<RatioEstimate> companion;  // Hodges–Lehmann
  std::optional<double> p;
  std::optional<double> p_adjusted;  // Holm over the cells of this metric
  std::optional<double> detectable;  // smallest slowdown these blocks find with power 0.8: 0.05 is 5 %
  Fraction margin;
  Verdict verdict = Verdict::inconclusive;
  VerdictReason reason = VerdictReason::none;
  stats::Assessment assessment;  // paired only; what a gate judges by
};

struct CellComparison {
  std::string key;
  OptionMap options;
  std::vector<MetricComparison> metrics;
  TreatmentSummary baseline_treatment;
  TreatmentSummary candidate_treatment;
  std::vector<Excluded> excluded;  // of both arms
  Nanoseconds measured{0};         // what the valid measurements of both arms took
};

// One figure over all cells.
struct GeometricMean {
  Metric metric;
  std::size_t cells = 0;   // that have pairs
  std::size_t blocks = 0;  // that hold all of these cells
  RatioEstimate ratio;
};

struct CandidateComparison {
  ArmIdentity candidate;
  Pairing pairing = Pairing::paired;
  std::vector<CellComparison> cells;  // in the matrix's order
  std::vector<GeometricMean> geometric_means;
};

struct Comparison {
  ArmIdentity baseline;
  std::vector<CandidateComparison> candidates;
  double alpha = 0.05;
  std::vector<std::string> warnings;  // what differs although it should not (forced), an unfinished campaign
};

using store::Store;

// Fails (unsupported), naming what differs, across accelerators, hosts, fio options or cells, unless forced;
// (invalid_result) where the two have no cell in common; else as the store does.
[[nodiscard]] Result<Comparison> compare(const Store& store, Store::ArmAddress baseline,
                                         std::span<const Store::ArmAddress> candidates,
                                         const CompareOptions& options = {});

// The campaign's baseline arm against its others. Fails (usage) for a campaign with one arm.
[[nodiscard]] Result<Comparison> compare_campaign(const Store& store, CampaignRow campaign,
                                                  const CompareOptions& options = {});

}  // namespace ringside::analysis
