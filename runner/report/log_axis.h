// SPDX-License-Identifier: GPL-3.0-or-later
// A logarithmic axis of a drawing: where a value lies, and which values to mark. Pure.
#pragma once

#include <vector>

namespace ringside::report {

class LogAxis {
 public:
  // From `low` to `high` (both above zero; equal ones are spread) onto `start` to `end` in drawing units.
  LogAxis(double low, double high, double start, double end);

  // Values outside the axis lie on its ends.
  [[nodiscard]] double at(double value) const;
  // Round values (1, 2 and 5 times a power of ten; finer where that gives fewer than three) inside the axis, rising.
  [[nodiscard]] std::vector<double> ticks() const;

 private:
  double m_low;
  double m_high;
  double m_start;
  double m_end;
};

}  // namespace ringside::report
