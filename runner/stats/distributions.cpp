// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/distributions.h"

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <utility>

namespace ringside::stats {
namespace {

namespace bm = boost::math;

// Out of range and overflow become limits instead of exceptions: the callers checked their input, and a far tail
// is simply 0 or 1.
using Quiet = bm::policies::policy<bm::policies::domain_error<bm::policies::ignore_error>,
                                   bm::policies::overflow_error<bm::policies::ignore_error>,
                                   bm::policies::underflow_error<bm::policies::ignore_error>,
                                   bm::policies::evaluation_error<bm::policies::ignore_error>>;
using StudentT = bm::students_t_distribution<double, Quiet>;
using NoncentralT = bm::non_central_t_distribution<double, Quiet>;
using Normal = bm::normal_distribution<double, Quiet>;

// A table of comparisons asks thousands of times for the same few quantiles.
constexpr std::size_t k_remembered_quantiles = 256;

}  // namespace

double student_t_quantile(double probability, double df) {
  thread_local std::map<std::pair<double, double>, double> remembered;
  const std::pair key{probability, df};
  if (const auto found = remembered.find(key); found != remembered.end()) return found->second;
  if (remembered.size() >= k_remembered_quantiles) remembered.clear();
  const double quantile = bm::quantile(StudentT(df), probability);
  remembered.emplace(key, quantile);
  return quantile;
}

double student_t_upper(double t, double df) {
  if (std::isinf(t)) return t > 0 ? 0.0 : 1.0;
  return bm::cdf(bm::complement(StudentT(df), t));
}

double student_t_two_sided(double t, double df) {
  return 2 * student_t_upper(std::abs(t), df);
}

double noncentral_t_upper(double t, double df, double noncentrality) {
  if (std::isinf(t)) return t > 0 ? 0.0 : 1.0;
  return bm::cdf(bm::complement(NoncentralT(df, noncentrality), t));
}

double noncentral_t_lower(double t, double df, double noncentrality) {
  if (std::isinf(t)) return t > 0 ? 1.0 : 0.0;
  return bm::cdf(NoncentralT(df, noncentrality), t);
}

double normal_upper(double z) {
  return bm::cdf(bm::complement(Normal(), z));
}

double normal_quantile(double probability) {
  return bm::quantile(Normal(), probability);
}

}  // namespace ringside::stats
