// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/power.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <tuple>

#include "stats/check.h"
#include "stats/distributions.h"
#include "stats/effect.h"

namespace ringside::stats {
namespace {

constexpr std::size_t k_most_blocks = 100'000;
constexpr std::size_t k_remembered_noncentralities = 256;
constexpr double k_negligible_tail = 1e-6;

Result<void> check_question(std::size_t n, const PowerQuestion& question) {
  if (n < 2) return fail(ErrorCode::usage, fmt::format("power needs at least two blocks, not {}", n));
  if (!(std::isfinite(question.sd) && question.sd > 0)) {
    return fail(ErrorCode::usage, fmt::format("power needs a standard deviation above zero, not {}", question.sd));
  }
  if (auto checked = check_probability(question.alpha, "alpha"); !checked) return checked;
  return check_probability(question.power, "power");
}

// Significant above the floor, or below minus the floor. The critical t leaves alpha/2 on each side.
double power_at(double theta, double n, const PowerQuestion& question) {
  const double df = n - 1;
  const double critical = student_t_quantile(1 - question.alpha / 2, df);
  const double standard_error = question.sd / std::sqrt(n);
  const double floor = as_log(question.floor);
  return noncentral_t_upper(critical, df, (theta - floor) / standard_error) +
         noncentral_t_lower(-critical, df, (theta + floor) / standard_error);
}

// The x in [low, high] with rising(x) = target, to the last digits of a double.
template <typename Function>
double solve_rising(const Function& rising, double target, double low, double high) {
  while (rising(high) < target) high *= 2;
  for (int step = 0; step < 200 && high - low > 1e-14 * high; ++step) {
    const double middle = (low + high) / 2;
    (rising(middle) < target ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Effects in standard errors at which a test has the wished power.
struct Noncentrality {
  double one_tail = 0;    // by the upper tail alone
  double both_tails = 0;  // by both, without a floor
  double lower_tail = 0;  // what the lower tail adds at most
};

// The same for every cell of a table with as many blocks, and costly: remembered per thread.
Noncentrality noncentrality_for(std::size_t n, const PowerQuestion& question) {
  thread_local std::map<std::tuple<std::size_t, double, double>, Noncentrality> remembered;
  const std::tuple key{n, question.alpha, question.power};
  if (const auto found = remembered.find(key); found != remembered.end()) return found->second;
  if (remembered.size() >= k_remembered_noncentralities) remembered.clear();
  const double df = static_cast<double>(n) - 1;
  const double critical = student_t_quantile(1 - question.alpha / 2, df);
  const auto upper = [&](double noncentrality) { return noncentral_t_upper(critical, df, noncentrality); };
  const auto lower = [&](double noncentrality) { return noncentral_t_lower(-critical, df, noncentrality); };
  Noncentrality result;
  result.one_tail = solve_rising(upper, question.power, 0, 4);
  result.lower_tail = lower(result.one_tail);
  result.both_tails =
      solve_rising([&](double value) { return upper(value) + lower(value); }, question.power, 0, result.one_tail);
  remembered.emplace(key, result);
  return result;
}

}  // namespace

Result<double> power_of_paired_t(double theta, std::size_t n, const PowerQuestion& question) {
  if (auto checked = check_question(n, question); !checked) return std::unexpected(checked.error());
  if (!std::isfinite(theta)) return fail(ErrorCode::usage, "power needs a finite effect");
  return power_at(theta, static_cast<double>(n), question);
}

Result<std::size_t> blocks_required(double theta, const PowerQuestion& question) {
  if (auto checked = check_question(2, question); !checked) return std::unexpected(checked.error());
  const double effect = std::abs(theta);
  if (!(effect > as_log(question.floor))) {
    return fail(ErrorCode::unsupported,
                fmt::format("an effect of {:.3g} % does not exceed the floor of {:.3g} %: no number of blocks finds it",
                            slowdown_percent(effect), 100 * question.floor.value));
  }
  const auto enough = [&](std::size_t n) {
    return power_at(effect, static_cast<double>(n), question) >= question.power;
  };
  std::size_t too_few = 1;
  std::size_t high = 2;
  while (!enough(high)) {
    too_few = high;
    high *= 2;
    if (high > k_most_blocks) {
      return fail(ErrorCode::unsupported, fmt::format("more than {} blocks would be needed", k_most_blocks),
                  "look for a larger effect, or reduce the noise of this host (see `ringside doctor`)");
    }
  }
  while (high - too_few > 1) {
    const std::size_t middle = too_few + (high - too_few) / 2;
    (enough(middle) ? high : too_few) = middle;
  }
  return high;
}

Result<double> detectable_effect(std::size_t n, const PowerQuestion& question) {
  if (auto checked = check_question(n, question); !checked) return std::unexpected(checked.error());
  const auto count = static_cast<double>(n);
  const double standard_error = question.sd / std::sqrt(count);
  const double floor = as_log(question.floor);
  const Noncentrality noncentrality = noncentrality_for(n, question);
  if (floor == 0) return noncentrality.both_tails * standard_error;
  // With a floor the lower tail is smaller still than this bound.
  const double by_upper_tail = floor + noncentrality.one_tail * standard_error;
  if (noncentrality.lower_tail < k_negligible_tail) return by_upper_tail;
  return solve_rising([&](double theta) { return power_at(theta, count, question); }, question.power, 0, by_upper_tail);
}

}  // namespace ringside::stats
