// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/noise.h"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>

namespace ringside::simulate {
namespace {

// FNV-1a over the stream's name, started from the seed.
std::uint64_t mixed(std::uint64_t seed, std::string_view stream) {
  std::uint64_t hash = 14695981039346656037ULL ^ seed;
  for (const char letter : stream) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 1099511628211ULL;
  }
  return hash;
}

}  // namespace

// Boost's distributions, because those of the standard library differ between implementations.
struct Noise::Engine {
  boost::random::mt19937_64 generator;
  boost::random::normal_distribution<double> normal;
};

Noise::Noise(std::uint64_t seed, std::string_view stream) : m_engine(std::make_unique<Engine>()) {
  m_engine->generator.seed(mixed(seed, stream));
}

Noise::~Noise() = default;

double Noise::normal() {
  return m_engine->normal(m_engine->generator);
}

std::size_t Noise::below(std::size_t n) {
  // The high half of a product: for the small n used here its bias is below 2^-20, and it needs no loop.
  const std::uint64_t high_bits = m_engine->generator() >> 32;
  return static_cast<std::size_t>((high_bits * n) >> 32);
}

}  // namespace ringside::simulate
