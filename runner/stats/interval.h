// SPDX-License-Identifier: GPL-3.0-or-later
// A closed interval with its confidence.
#pragma once

#include <cmath>

namespace ringside::stats {

struct Interval {
  double lower = 0;
  double upper = 0;
  double confidence = 0.95;  // the actual one: exact rank intervals exceed what was asked for

  [[nodiscard]] bool contains(double value) const { return lower <= value && value <= upper; }
  [[nodiscard]] bool inside(double low, double high) const { return low < lower && upper < high; }
};

// An interval of logs on the original scale.
[[nodiscard]] inline Interval exp(const Interval& of_logs) {
  return {std::exp(of_logs.lower), std::exp(of_logs.upper), of_logs.confidence};
}

}  // namespace ringside::stats
