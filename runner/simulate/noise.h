// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every machine for the same seed and stream name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ringside::simulate {

class Noise {
 public:
  // Each table row names a stream of its own, so that adding a row changes no other.
  Noise(std::uint64_t seed, std::string_view stream);
  ~Noise();
  Noise(const Noise&) = delete;
  Noise& operator=(const Noise&) = delete;

  // Standard normal.
  double normal();
  // Uniform in [0, n), 1 ≤ n < 2^12 or so.
  std::size_t below(std::size_t n);

 private:
  struct Engine;
  std::unique_ptr<Engine> m_engine;
};

}  // namespace ringside::simulate
