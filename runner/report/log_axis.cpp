// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/log_axis.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ringside::report {
namespace {

constexpr double k_coarse[] = {1, 2, 5};
constexpr double k_fine[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
constexpr double k_finest[] = {0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1};

std::vector<double> round_values(double low, double high, std::span<const double> steps) {
  std::vector<double> out;
  const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
  for (int power = first; power <= last; ++power) {
    for (const double step : steps) {
      const double value = step * std::pow(10, power);
      // A rounding error must not lose a tick that lies on the axis' very end.
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) out.push_back(value);
    }
  }
  return out;
}

}  // namespace

LogAxis::LogAxis(double low, double high, double start, double end)
    : m_low(low), m_high(high), m_start(start), m_end(end) {
  if (m_high > m_low * 1.0001) return;
  m_low /= 1.05;
  m_high *= 1.05;
}

double LogAxis::at(double value) const {
  const double inside = std::clamp(value, m_low, m_high);
  return m_start + (m_end - m_start) * std::log(inside / m_low) / std::log(m_high / m_low);
}

std::vector<double> LogAxis::ticks() const {
  for (const std::span<const double> steps : {std::span<const double>(k_coarse), std::span<const double>(k_fine)}) {
    auto found = round_values(m_low, m_high, steps);
    if (found.size() >= 3) return found;
  }
  return round_values(m_low, m_high, k_finest);
}

}  // namespace ringside::report
