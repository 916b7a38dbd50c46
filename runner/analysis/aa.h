// SPDX-License-Identifier: GPL-3.0-or-later
// A/A campaigns: one arm under two names, cut into comparisons that have blocks of their own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.h"
#include "core/result.h"
#include "stats/binomial.h"
#include "store/store.h"

namespace ringside::analysis {

struct AaComparison {
  int first_block = 1;
  int last_block = 1;
  std::size_t pairs = 0;
  std::optional<double> theta{};
  std::optional<double> p{};
  Verdict verdict = Verdict::inconclusive;
  VerdictReason reason = VerdictReason::none;

  [[nodiscard]] bool decided() const { return reason != VerdictReason::too_few_blocks && p.has_value(); }
  [[nodiscard]] bool flagged() const { return verdict == Verdict::regressed || verdict == Verdict::improved; }
};

struct AaResult {
  CampaignRow row{};
  ArmIdentity arm{};   // as it was named first
  std::string copy{};  // the other name
  std::string cell{};  // its key
  Metric metric{};
  double alpha = 0.05;
  std::vector<AaComparison> comparisons{};
  std::size_t counted = 0;  // that could be decided
  std::size_t flagged = 0;  // of them
  stats::FalsePositiveRate rate{};
  stats::VerdictRule rule{};                  // each comparison was judged by
  std::optional<double> sd{};                 // of one block's θ, within comparisons
  std::optional<double> detectable{};         // smallest slowdown that one comparison finds with the rule's power
  std::optional<RatioEstimate> achieved{};    // copy / arm over all blocks: of a positive control, what was injected
  std::optional<double> achieved_slowdown{};  // the same as a slowdown: 0.05 is 5 %
  std::optional<double> expected_power{};     // for that slowdown, by the exact noncentral t
};

// Judges the blocks of an A/A campaign of one cell (its first, where it has several: cells of one boot are not
// independent) in `comparisons` runs of equal length. Fails (invalid_result) where no comparison can be decided.
[[nodiscard]] Result<AaResult> judge_aa(const Store& store, CampaignRow campaign, int comparisons, const Metric& metric,
                                        double alpha = 0.05);

// Why gating must be refused on a host with these A/A results (the latest first), for results of `accelerator`
// ("" : any, if there is none that passed). Positive controls do not count.
[[nodiscard]] std::optional<std::string> aa_refusal(const std::vector<store::AaRecord>& results,
                                                    std::string_view accelerator);

}  // namespace ringside::analysis
