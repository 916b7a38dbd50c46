// SPDX-License-Identifier: GPL-3.0-or-later
// A log-linear histogram that knows its own resolution, so that fio's bins and the probes' never mix.
// Quantiles of it are in stats/quantile.h.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"

namespace ringside {

// Every power of two is cut into 2^sub_bucket_bits buckets of equal width; values below 2^(sub_bucket_bits + 1)
// have a bucket each. There are `groups` · 2^sub_bucket_bits buckets, and what lies above falls into the last.
struct HistogramResolution {
  std::uint32_t sub_bucket_bits = 6;
  std::uint32_t groups = 29;

  // fio's latency bins in nanoseconds: 64 per octave, 1,856 in all, the last one ending at 2^34 ns.
  [[nodiscard]] static constexpr HistogramResolution fio() { return {6, 29}; }
  // The probes' histograms: 16 per octave over all 64 bits.
  [[nodiscard]] static constexpr HistogramResolution probes() { return {4, 61}; }

  [[nodiscard]] std::uint32_t bucket_count() const { return groups << sub_bucket_bits; }
  [[nodiscard]] std::uint32_t index_of(std::uint64_t value) const;
  // The bucket is [lower_bound, lower_bound + width). Precondition of all three: index < bucket_count().
  [[nodiscard]] std::uint64_t lower_bound(std::uint32_t index) const;
  [[nodiscard]] std::uint64_t width(std::uint32_t index) const;
  // The value that stands for the bucket, by fio's rule: the middle, rounded down. fio's json+ keys are these.
  [[nodiscard]] std::uint64_t mid(std::uint32_t index) const;

  bool operator==(const HistogramResolution&) const = default;
};

struct HistogramBin {
  std::uint32_t index = 0;
  std::uint64_t count = 0;
  auto operator<=>(const HistogramBin&) const = default;
};

class Histogram {
 public:
  explicit Histogram(HistogramResolution resolution = HistogramResolution::fio()) : m_resolution(resolution) {}

  // Bins in any order; equal indexes are added up, empty ones dropped.
  // Fails (invalid_result) if an index does not exist in this resolution.
  [[nodiscard]] static Result<Histogram> from_bins(HistogramResolution resolution, std::vector<HistogramBin> bins);

  void add(std::uint64_t value, std::uint64_t count = 1);
  // Adds to the bucket whose mid() is `mid`, as fio reports it.
  // Fails (invalid_result) where no bucket has it: the data are of another resolution or unit.
  [[nodiscard]] Result<void> add_mid(std::uint64_t mid, std::uint64_t count);
  // Fails (invalid_result), changing nothing, if the resolutions differ.
  [[nodiscard]] Result<void> merge(const Histogram& other);

  [[nodiscard]] HistogramResolution resolution() const { return m_resolution; }
  // The buckets that hold something, by rising index.
  [[nodiscard]] std::span<const HistogramBin> bins() const { return m_bins; }
  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] bool empty() const { return m_bins.empty(); }

  bool operator==(const Histogram&) const = default;

 private:
  void add_to_bin(std::uint32_t index, std::uint64_t count);

  HistogramResolution m_resolution;
  std::vector<HistogramBin> m_bins;  // sorted by index, no zero counts
};

}  // namespace ringside
