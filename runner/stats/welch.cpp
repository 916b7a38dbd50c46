// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/welch.h"

#include <cmath>
#include <limits>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace ringside::stats {
namespace {

WelchTest without_spread(double difference, double df, double confidence) {
  WelchTest result{difference, df, 0, 1, {difference, difference, confidence}};
  if (difference != 0) {
    result.t = std::copysign(std::numeric_limits<double>::infinity(), difference);
    result.p_two_sided = 0;
  }
  return result;
}

}  // namespace

Result<WelchTest> welch_difference(std::span<const double> x, std::span<const double> y, double confidence) {
  const Result<Summary> of_x = summarise(x);
  if (!of_x) return std::unexpected(of_x.error());
  const Result<Summary> of_y = summarise(y);
  if (!of_y) return std::unexpected(of_y.error());

  const double difference = of_x->mean - of_y->mean;
  const double variance_x = of_x->standard_error() * of_x->standard_error();
  const double variance_y = of_y->standard_error() * of_y->standard_error();
  const double variance = variance_x + variance_y;
  if (variance == 0) return without_spread(difference, of_x->df() + of_y->df(), confidence);

  const double df = variance * variance / (variance_x * variance_x / of_x->df() + variance_y * variance_y / of_y->df());
  const double standard_error = std::sqrt(variance);
  const double t = difference / standard_error;
  const double reach = student_t_quantile(0.5 + confidence / 2, df) * standard_error;
  return WelchTest{difference, df, t, student_t_two_sided(t, df), {difference - reach, difference + reach, confidence}};
}

Result<WelchTest> welch_slowdown(BetterWhen better, std::span<const double> baseline, std::span<const double> candidate,
                                 double confidence) {
  const auto log_baseline = logs(baseline);
  if (!log_baseline) return std::unexpected(log_baseline.error());
  const auto log_candidate = logs(candidate);
  if (!log_candidate) return std::unexpected(log_candidate.error());
  return better == BetterWhen::higher ? welch_difference(*log_baseline, *log_candidate, confidence)
                                      : welch_difference(*log_candidate, *log_baseline, confidence);
}

}  // namespace ringside::stats
