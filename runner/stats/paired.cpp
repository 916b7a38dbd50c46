// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/paired.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/distributions.h"
#include "stats/effect.h"

namespace ringside::stats {
namespace {

// The distance in standard errors, with the limits that values without spread lead to.
double standardised(double distance, double standard_error) {
  if (standard_error > 0) return distance / standard_error;
  if (distance == 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), distance);
}

}  // namespace

OneSidedTest test_above(const Summary& thetas, double bound) {
  const double t = standardised(thetas.mean - bound, thetas.standard_error());
  return {t, student_t_upper(t, thetas.df())};
}

OneSidedTest test_below(const Summary& thetas, double bound) {
  const double t = standardised(thetas.mean - bound, thetas.standard_error());
  return {t, student_t_upper(-t, thetas.df())};
}

Result<PairedTest> paired_t(std::span<const double> thetas, double confidence) {
  const Result<Summary> summary = summarise(thetas);
  if (!summary) return std::unexpected(summary.error());
  const OneSidedTest slower = test_above(*summary, 0);
  return PairedTest{*summary, slower.t, student_t_two_sided(slower.t, summary->df()), slower.p,
                    t_interval(*summary, confidence)};
}

double minimum_effect_p(const Summary& thetas, Fraction floor) {
  const double bound = as_log(floor);
  return std::min(1.0, 2 * std::min(test_above(thetas, bound).p, test_below(thetas, -bound).p));
}

EquivalenceTest two_one_sided_tests(const Summary& thetas, Fraction margin, double alpha) {
  const double bound = as_log(margin);
  EquivalenceTest result;
  result.lower = test_above(thetas, -bound);
  result.upper = test_below(thetas, bound);
  result.p = std::max(result.lower.p, result.upper.p);
  result.interval = t_interval(thetas, 1 - 2 * alpha);
  result.equivalent = result.interval.inside(-bound, bound);
  return result;
}

}  // namespace ringside::stats
