// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/effect.h"

#include <fmt/format.h>

#include <cmath>

namespace ringside::stats {
namespace {

bool has_log(double value) {
  return std::isfinite(value) && value > 0;
}

}  // namespace

Result<double> slowdown(BetterWhen better, double baseline, double candidate) {
  if (!has_log(baseline) || !has_log(candidate)) {
    return fail(ErrorCode::invalid_result,
                fmt::format("no ratio of {} and {}: both must be above zero", candidate, baseline));
  }
  const double rise = std::log(candidate) - std::log(baseline);
  return better == BetterWhen::higher ? -rise : rise;
}

Result<std::vector<double>> slowdowns(BetterWhen better, std::span<const double> baseline,
                                      std::span<const double> candidate) {
  if (baseline.size() != candidate.size()) {
    return fail(ErrorCode::invalid_result,
                fmt::format("{} values of the baseline cannot be paired with {}", baseline.size(), candidate.size()));
  }
  std::vector<double> thetas;
  thetas.reserve(baseline.size());
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    const Result<double> theta = slowdown(better, baseline[i], candidate[i]);
    if (!theta) return std::unexpected(theta.error());
    thetas.push_back(*theta);
  }
  return thetas;
}

Result<std::vector<double>> logs(std::span<const double> values) {
  std::vector<double> result;
  result.reserve(values.size());
  for (const double value : values) {
    if (!has_log(value)) {
      return fail(ErrorCode::invalid_result, fmt::format("no logarithm of {}: it must be above zero", value));
    }
    result.push_back(std::log(value));
  }
  return result;
}

double as_log(Fraction margin) {
  return std::log1p(margin.value);
}

double slowdown_percent(double theta) {
  return 100 * std::expm1(theta);
}

double change_percent(BetterWhen better, double theta) {
  return 100 * std::expm1(better == BetterWhen::higher ? -theta : theta);
}

double metric_ratio(BetterWhen better, double theta) {
  return std::exp(better == BetterWhen::higher ? -theta : theta);
}

}  // namespace ringside::stats
