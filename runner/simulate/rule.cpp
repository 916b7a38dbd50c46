// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/rule.h"

#include "stats/paired.h"
#include "stats/signed_rank.h"

namespace ringside::simulate {
namespace {

constexpr double k_alpha = 0.05;

}  // namespace

stats::Assessment assessment_of(const CellCampaign& cell) {
  const std::vector<double> thetas = thetas_of(cell);
  return stats::assess({.thetas = thetas});
}

stats::Decision rule_of_one_cell(const CellCampaign& cell) {
  return stats::decide(assessment_of(cell));
}

bool is_flagged(const stats::Decision& decision) {
  return decision.verdict == Verdict::regressed || decision.verdict == Verdict::improved;
}

bool paired_t_flags(const std::vector<double>& thetas) {
  return stats::paired_t(thetas).value().p_two_sided <= k_alpha;
}

bool sign_flip_flags(const std::vector<double>& thetas) {
  return stats::sign_flip_exact(thetas).value() <= k_alpha;
}

}  // namespace ringside::simulate
