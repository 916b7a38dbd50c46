// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/effect.h"
#include "stats/family.h"
#include "stats/gate.h"

namespace ringside::stats {
namespace {

using Values = std::vector<double>;

// n values around `centre`, spread evenly by ± `spread`.
Values around(double centre, double spread, std::size_t n = 10) {
  Values values;
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(centre + spread * (2 * static_cast<double>(i) / static_cast<double>(n - 1) - 1));
  }
  return values;
}

struct Judged {
  Assessment assessment;
  Decision decision;
  GateOutcome gate;
};

Judged judge(const CellData& data, const VerdictRule& rule = {}) {
  const Assessment assessment = assess(data, rule);
  const Decision decision = decide(assessment);
  return {assessment, decision, gate_outcome(assessment, decision)};
}

TEST(Verdict, a_side_without_a_valid_measurement_is_invalid_whatever_the_other_says) {
  const Values thetas = around(0.3, 0.01);
  for (const CellData& data :
       {CellData{.thetas = thetas, .candidate_valid = false}, CellData{.thetas = thetas, .baseline_valid = false},
        CellData{.candidate_valid = false}}) {
    const Judged judged = judge(data);
    EXPECT_EQ(judged.decision.verdict, Verdict::invalid);
    EXPECT_EQ(judged.decision.reason, VerdictReason::no_valid_measurement);
    EXPECT_EQ(judged.gate, GateOutcome::invalid);
  }
}

TEST(Verdict, sides_that_share_no_block_are_inconclusive_and_never_pass_a_gate) {
  const Judged judged = judge({});
  EXPECT_EQ(judged.decision.verdict, Verdict::inconclusive);
  EXPECT_EQ(judged.decision.reason, VerdictReason::not_paired);
  EXPECT_EQ(judged.gate, GateOutcome::invalid);
}

TEST(Verdict, below_five_blocks_nothing_is_decided_but_the_estimate_is_shown) {
  const Values four = around(0.5, 0.001, 4);
  const Judged judged = judge({.thetas = four});
  EXPECT_EQ(judged.decision.verdict, Verdict::inconclusive);
  EXPECT_EQ(judged.decision.reason, VerdictReason::too_few_blocks);
  EXPECT_EQ(judged.gate, GateOutcome::warn);
  EXPECT_NEAR(judged.assessment.theta.value_or(0), 0.5, 1e-12);
  EXPECT_TRUE(judged.assessment.interval.has_value());
  const Values one{0.2};
  EXPECT_EQ(judge({.thetas = one}).decision.reason, VerdictReason::too_few_blocks);
}

TEST(Verdict, more_than_a_fifth_of_bad_blocks_decides_nothing) {
  const Values eight = around(0.3, 0.01, 8);
  EXPECT_EQ(judge({.thetas = eight, .bad_blocks = 2}).decision.verdict, Verdict::regressed);
  const Judged judged = judge({.thetas = eight, .bad_blocks = 3});
  EXPECT_EQ(judged.decision.verdict, Verdict::inconclusive);
  EXPECT_EQ(judged.decision.reason, VerdictReason::bad_blocks);
  EXPECT_EQ(judged.gate, GateOutcome::warn);
}

TEST(Verdict, values_that_are_not_numbers_are_no_measurement) {
  Values thetas = around(0.1, 0.01);
  thetas[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judge({.thetas = thetas}).decision.verdict, Verdict::invalid);
}

TEST(Verdict, an_effect_below_the_floor_is_never_called_one) {
  const Values tiny = around(0.005, 0.0001);
  EXPECT_EQ(judge({.thetas = tiny}).decision.verdict, Verdict::equivalent);
  EXPECT_EQ(judge({.thetas = tiny}, {.floor = Fraction{0.001}}).decision.verdict, Verdict::regressed);
}

TEST(Verdict, wide_noise_is_inconclusive_with_that_reason) {
  const Values wide = around(0.02, 0.3);
  const Judged judged = judge({.thetas = wide});
  EXPECT_EQ(judged.decision.verdict, Verdict::inconclusive);
  EXPECT_EQ(judged.decision.reason, VerdictReason::wide_interval);
  EXPECT_EQ(judged.gate, GateOutcome::warn);
}

TEST(Verdict, blocks_without_any_spread_are_decided_by_their_value) {
  EXPECT_EQ(judge({.thetas = Values(6, 0.1)}).decision.verdict, Verdict::regressed);
  EXPECT_EQ(judge({.thetas = Values(6, -0.1)}).decision.verdict, Verdict::improved);
  EXPECT_EQ(judge({.thetas = Values(6, 0.0)}).decision.verdict, Verdict::equivalent);
  EXPECT_FALSE(judge({.thetas = Values(6, 0.0)}).assessment.detectable.has_value());
}

TEST(Verdict, a_rank_interval_that_sees_what_t_does_not_makes_it_distribution_sensitive) {
  // One wild block ruins the standard deviation, the others agree on a slowdown of about 6 %.
  Values thetas = around(0.06, 0.005, 9);
  thetas.push_back(0.9);
  const Judged judged = judge({.thetas = thetas});
  EXPECT_GT(judged.assessment.p.value_or(0), 0.05);
  EXPECT_EQ(judged.decision.verdict, Verdict::inconclusive);
  EXPECT_EQ(judged.decision.reason, VerdictReason::distribution_sensitive);
}

TEST(Verdict, a_t_result_that_the_rank_interval_contradicts_is_distribution_sensitive) {
  Assessment assessment = assess({.thetas = around(0.2, 0.01)});
  ASSERT_EQ(decide(assessment).verdict, Verdict::regressed);
  assessment.companion->interval = Interval{-0.01, 0.3, 0.95};
  EXPECT_EQ(decide(assessment).reason, VerdictReason::distribution_sensitive);
  assessment.companion->interval.reset();  // too few blocks to contradict
  EXPECT_EQ(decide(assessment).verdict, Verdict::regressed);
}

TEST(Verdict, equivalence_needs_the_rank_estimate_inside_the_margin) {
  Assessment assessment = assess({.thetas = around(0.001, 0.01)});
  ASSERT_EQ(decide(assessment).verdict, Verdict::equivalent);
  assessment.companion->value = 0.2;
  EXPECT_EQ(decide(assessment).reason, VerdictReason::distribution_sensitive);
}

TEST(Verdict, adjustment_alone_can_take_the_significance_away_and_says_so) {
  const Assessment assessment = assess({.thetas = around(0.06, 0.07)});
  ASSERT_LE(assessment.p.value_or(1), 0.05);
  EXPECT_EQ(decide(assessment).verdict, Verdict::regressed);
  const Decision among_many = decide(assessment, 0.4);
  EXPECT_EQ(among_many.verdict, Verdict::inconclusive);
  EXPECT_EQ(among_many.reason, VerdictReason::multiplicity);
}

TEST(Gate, fails_only_beyond_the_margin) {
  const double margin = as_log(Fraction{0.05});
  EXPECT_EQ(judge({.thetas = around(margin + 0.001, 0.005)}).gate, GateOutcome::fail);
  EXPECT_EQ(judge({.thetas = around(margin - 0.001, 0.005)}).gate, GateOutcome::warn);
  EXPECT_EQ(judge({.thetas = around(-0.2, 0.005)}).gate, GateOutcome::pass);
}

TEST(Gate, an_inconclusive_cell_warns_only_if_a_loss_beyond_the_margin_is_possible) {
  // Reaches beyond the margin on the fast side alone.
  const Judged fast = judge({.thetas = around(-0.04, 0.1)});
  ASSERT_EQ(fast.decision.verdict, Verdict::inconclusive);
  EXPECT_LT(fast.assessment.interval->upper, as_log(Fraction{0.05}));
  EXPECT_EQ(fast.gate, GateOutcome::pass);
}

TEST(Gate, strict_wants_every_upper_bound_below_the_margin) {
  const auto strict = [](const Values& thetas) {
    const Assessment assessment = assess({.thetas = thetas});
    return passes_strictly(assessment, decide(assessment));
  };
  EXPECT_TRUE(strict(around(0, 0.01)));
  EXPECT_TRUE(strict(around(-0.3, 0.05)));
  EXPECT_FALSE(strict(around(0.02, 0.2)));
  EXPECT_FALSE(strict(around(0, 0.001, 4)));  // too few blocks
}

TEST(Gate, the_exit_code_follows_the_worst_cell) {
  const GatedCell pass{GateOutcome::pass, true};
  const GatedCell warn{GateOutcome::warn, false};
  const GatedCell failed{GateOutcome::fail, false};
  const GatedCell invalid{GateOutcome::invalid, false};
  const auto code = [](std::vector<GatedCell> cells, bool strict) { return gate_exit_code(cells, strict); };
  EXPECT_EQ(code({pass, pass}, false), 0);
  EXPECT_EQ(code({pass, pass}, true), 0);
  EXPECT_EQ(code({pass, warn}, false), 0);
  EXPECT_EQ(code({pass, warn}, true), 4);
  EXPECT_EQ(code({pass, failed, warn}, false), 1);
  EXPECT_EQ(code({failed}, true), 1);
  EXPECT_EQ(code({pass, invalid}, false), 3);
  EXPECT_EQ(code({failed, invalid}, true), 3);
  EXPECT_EQ(code({}, false), 3);
}

TEST(Family, holm_is_over_the_cells_that_can_be_decided) {
  const Values slow = around(0.06, 0.06);
  const Values four = around(0.5, 0.01, 4);
  const Assessment decidable = assess({.thetas = slow});
  const Assessment too_few = assess({.thetas = four});
  ASSERT_LE(*decidable.p, 0.05);
  // Cells that cannot be decided do not make the others' test stricter.
  const std::vector<Assessment> family{decidable, too_few, too_few, too_few};
  const auto decisions = decide_with_holm(family);
  ASSERT_EQ(decisions.size(), 4U);
  EXPECT_EQ(decisions[0].verdict, Verdict::regressed);
  EXPECT_DOUBLE_EQ(decisions[0].p_adjusted.value_or(0), *decidable.p);
  EXPECT_EQ(decisions[1].reason, VerdictReason::too_few_blocks);
  EXPECT_FALSE(decisions[1].p_adjusted.has_value());
}

TEST(Family, many_cells_need_more_evidence_each) {
  const Assessment marginal = assess({.thetas = around(0.06, 0.07)});
  ASSERT_EQ(decide(marginal).verdict, Verdict::regressed);
  const std::vector<Assessment> many(40, marginal);
  EXPECT_EQ(decide_with_holm(many).front().reason, VerdictReason::multiplicity);
}

TEST(Family, screening_flags_what_stage_two_must_measure_again) {
  const std::vector<Assessment> family{assess({.thetas = around(0, 0.01)}), assess({.thetas = around(0.1, 0.02)}),
                                       assess({.thetas = around(0.002, 0.02)}), assess(CellData{})};
  const Screening screening = screen(family);
  EXPECT_EQ(screening.flagged, std::vector<std::size_t>{1});
  ASSERT_EQ(screening.p_adjusted.size(), 4U);
  EXPECT_FALSE(screening.p_adjusted[3].has_value());
}

TEST(Family, the_second_stage_alone_decides_on_flagged_cells) {
  const std::vector<Assessment> first{assess({.thetas = around(0, 0.01)}), assess({.thetas = around(0.1, 0.02)}),
                                      assess({.thetas = around(0.12, 0.02)})};
  const Screening screening = screen(first);
  ASSERT_EQ(screening.flagged, (std::vector<std::size_t>{1, 2}));
  const std::vector<Assessment> second{assess({.thetas = around(0.001, 0.01)}), assess({.thetas = around(0.1, 0.02)})};
  const auto decisions = decide_in_two_stages(first, screening, second);
  ASSERT_EQ(decisions.size(), 3U);
  EXPECT_EQ(decisions[0].decision.verdict, Verdict::equivalent);
  EXPECT_EQ(decisions[0].stage, 1);
  EXPECT_EQ(decisions[1].decision.verdict, Verdict::equivalent);  // the alarm of stage 1 was false
  EXPECT_EQ(decisions[1].stage, 2);
  EXPECT_EQ(decisions[2].decision.verdict, Verdict::regressed);
  EXPECT_NEAR(decisions[2].assessment.theta.value_or(0), 0.1, 1e-9);
}

}  // namespace
}  // namespace ringside::stats
