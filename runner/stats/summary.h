// SPDX-License-Identifier: GPL-3.0-or-later
// Mean, standard deviation and the t interval; on logs, the geometric mean of a cell's boots.
#pragma once

#include <cstddef>
#include <span>

#include "core/result.h"
#include "stats/interval.h"

namespace ringside::stats {

struct Summary {
  std::size_t n = 0;  // at least 2
  double mean = 0;
  double sd = 0;  // with n − 1; may be zero

  [[nodiscard]] double standard_error() const;
  [[nodiscard]] double df() const { return static_cast<double>(n) - 1; }
};

// Fails (invalid_result) for fewer than one (mean) or two (summarise) values, or one that is not finite.
[[nodiscard]] Result<double> mean(std::span<const double> values);
[[nodiscard]] Result<Summary> summarise(std::span<const double> values);

// The middle value, or the mean of the two middle ones. Fails for no values or one that is not finite.
[[nodiscard]] Result<double> median(std::span<const double> values);

// mean ± t·sd/√n; a single point where sd is zero. 0 < confidence < 1.
[[nodiscard]] Interval t_interval(const Summary& summary, double confidence = 0.95);

// A cell's value over its boots: exp of the mean log, with exp of the t interval of the logs.
struct GeometricEstimate {
  std::size_t n = 0;
  double value = 0;   // geometric mean, in the unit of the input
  Interval interval;  // in the unit of the input
  double sd_log = 0;  // standard deviation of the logs: about the relative spread between boots
};

// One value per boot. Fails (invalid_result) for fewer than two values, or one that is not finite and above zero.
[[nodiscard]] Result<GeometricEstimate> geometric_estimate(std::span<const double> per_boot, double confidence = 0.95);

// Sums of several runs as one: count, mean and standard deviation (with n − 1) of the pooled samples.
struct Moments {
  double count = 0;
  double mean = 0;
  double sd = 0;
};

// Exact, as if the samples themselves had been pooled. Runs without samples are skipped.
// Fails (invalid_result) where no run has any, or a value is not finite or a count or sd is negative.
[[nodiscard]] Result<Moments> merge_moments(std::span<const Moments> runs);

}  // namespace ringside::stats
