// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/binomial.h"

#include <fmt/format.h>

#include <boost/math/special_functions/beta.hpp>

#include "stats/check.h"

namespace ringside::stats {
namespace {

Result<void> check_counts(std::uint64_t hits, std::uint64_t trials) {
  if (trials > 0 && hits <= trials) return {};
  return fail(ErrorCode::invalid_result, fmt::format("{} of {} is not a rate", hits, trials));
}

}  // namespace

Result<Interval> clopper_pearson(std::uint64_t hits, std::uint64_t trials, double confidence) {
  if (auto checked = check_counts(hits, trials); !checked) return std::unexpected(checked.error());
  if (auto checked = check_probability(confidence, "confidence"); !checked) return std::unexpected(checked.error());
  const double tail = (1 - confidence) / 2;
  const auto k = static_cast<double>(hits);
  const auto rest = static_cast<double>(trials - hits);
  // Quantiles of beta distributions; at the ends the bound is the end itself.
  Interval interval{0, 1, confidence};
  if (hits > 0) interval.lower = boost::math::ibeta_inv(k, rest + 1, tail);
  if (hits < trials) interval.upper = boost::math::ibetac_inv(k + 1, rest, tail);
  return interval;
}

Result<double> binomial_at_least(std::uint64_t hits, std::uint64_t trials, double rate) {
  if (auto checked = check_counts(hits, trials); !checked) return std::unexpected(checked.error());
  if (auto checked = check_probability(rate, "a rate"); !checked) return std::unexpected(checked.error());
  if (hits == 0) return 1.0;
  return boost::math::ibeta(static_cast<double>(hits), static_cast<double>(trials - hits) + 1, rate);
}

Result<FalsePositiveRate> false_positive_rate(std::uint64_t flagged, std::uint64_t comparisons, double alpha) {
  const Result<Interval> interval = clopper_pearson(flagged, comparisons);
  if (!interval) return std::unexpected(interval.error());
  return FalsePositiveRate{static_cast<double>(flagged) / static_cast<double>(comparisons), *interval,
                           interval->lower > alpha, comparisons >= k_aa_minimum_comparisons};
}

}  // namespace ringside::stats
