// SPDX-License-Identifier: GPL-3.0-or-later
// Repeatable numbers for property tests: the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace ringside::stats::testing {

class RandomData {
 public:
  explicit RandomData(std::uint64_t seed) : m_engine(seed) {}

  // In [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(m_engine() >> 11) / 9007199254740992.0;
  }
  std::vector<double> sample(std::size_t n, double low, double high) {
    std::vector<double> values(n);
    for (double& value : values) value = uniform(low, high);
    return values;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(m_engine() % n); }
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace ringside::stats::testing
