// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/family.h"

#include <cassert>

#include "stats/multiplicity.h"

namespace ringside::stats {
namespace {

constexpr double k_never_flagged = 2;  // above every p and every q

// Nothing for cells that take no part in the adjustment.
std::optional<double> p_of(const Assessment& assessment) {
  return assessment.obstacle == VerdictReason::none ? assessment.p : std::nullopt;
}

// Adjusts the p values of the cells that take part; nothing for the others.
template <typename Adjust>
std::vector<std::optional<double>> adjusted(std::span<const Assessment> family, const Adjust& adjust) {
  std::vector<double> raw;
  for (const Assessment& assessment : family) {
    if (const auto p = p_of(assessment)) raw.push_back(*p);
  }
  const Result<std::vector<double>> result = adjust(raw);
  assert(result.has_value());  // assess() makes only p values
  std::vector<std::optional<double>> all;
  auto next = result->begin();
  for (const Assessment& assessment : family) {
    all.push_back(p_of(assessment) ? std::optional(*next++) : std::nullopt);
  }
  return all;
}

Decision decide_adjusted(const Assessment& assessment, std::optional<double> p_adjusted) {
  return decide(assessment, p_adjusted.value_or(1));
}

}  // namespace

std::vector<Decision> decide_with_holm(std::span<const Assessment> family) {
  const auto p = adjusted(family, [](const std::vector<double>& raw) { return holm(raw); });
  std::vector<Decision> decisions;
  decisions.reserve(family.size());
  for (std::size_t i = 0; i < family.size(); ++i) decisions.push_back(decide_adjusted(family[i], p[i]));
  return decisions;
}

Screening screen(std::span<const Assessment> family, double q) {
  Screening screening;
  screening.p_adjusted = adjusted(family, [](const std::vector<double>& raw) { return benjamini_hochberg(raw); });
  for (std::size_t i = 0; i < family.size(); ++i) {
    if (screening.p_adjusted[i].value_or(k_never_flagged) <= q) screening.flagged.push_back(i);
  }
  return screening;
}

std::vector<StagedDecision> decide_in_two_stages(std::span<const Assessment> first, const Screening& screening,
                                                 std::span<const Assessment> second) {
  assert(second.size() == screening.flagged.size());
  assert(first.size() == screening.p_adjusted.size());
  std::vector<StagedDecision> decisions;
  decisions.reserve(first.size());
  for (const Assessment& assessment : first) {
    // Only stage 2 may find an effect: with p = 1 stage 1 can say equivalent or inconclusive and no more.
    decisions.push_back({decide(assessment, 1), assessment, 1});
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (decisions[i].decision.p_adjusted) decisions[i].decision.p_adjusted = screening.p_adjusted[i];
  }
  const std::vector<Decision> in_stage_two = decide_with_holm(second);
  for (std::size_t i = 0; i < second.size(); ++i) {
    decisions[screening.flagged[i]] = {in_stage_two[i], second[i], 2};
  }
  return decisions;
}

}  // namespace ringside::stats
