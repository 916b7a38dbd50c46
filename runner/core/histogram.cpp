// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ringside {

std::uint32_t HistogramResolution::index_of(std::uint64_t value) const {
  const std::uint64_t per_octave = std::uint64_t{1} << sub_bucket_bits;
  if (value < per_octave) return static_cast<std::uint32_t>(value);
  // The position of the highest bit names the octave; the sub_bucket_bits below it name the bucket inside.
  const auto highest_bit = static_cast<std::uint32_t>(std::bit_width(value)) - 1;
  const std::uint32_t shift = highest_bit - sub_bucket_bits;
  const auto inside = static_cast<std::uint32_t>((value >> shift) & (per_octave - 1));
  return std::min(((shift + 1) << sub_bucket_bits) + inside, bucket_count() - 1);
}

std::uint64_t HistogramResolution::width(std::uint32_t index) const {
  const std::uint32_t group = index >> sub_bucket_bits;
  return group == 0 ? 1 : std::uint64_t{1} << (group - 1);
}

std::uint64_t HistogramResolution::lower_bound(std::uint32_t index) const {
  const std::uint32_t group = index >> sub_bucket_bits;
  if (group == 0) return index;
  const std::uint64_t per_octave = std::uint64_t{1} << sub_bucket_bits;
  return (per_octave + (index & (per_octave - 1))) << (group - 1);
}

std::uint64_t HistogramResolution::mid(std::uint32_t index) const {
  return lower_bound(index) + width(index) / 2;
}

Result<Histogram> Histogram::from_bins(HistogramResolution resolution, std::vector<HistogramBin> bins) {
  Histogram histogram(resolution);
  // What comes from a store or from fio is in order already, and by the hundred thousands.
  const auto follows = [](const HistogramBin& left, const HistogramBin& right) { return left.index >= right.index; };
  const bool in_order = std::ranges::adjacent_find(bins, follows) == bins.end() &&
                        std::ranges::find(bins, std::uint64_t{0}, &HistogramBin::count) == bins.end();
  if (in_order && (bins.empty() || bins.back().index < resolution.bucket_count())) {
    histogram.m_bins = std::move(bins);
    return histogram;
  }
  std::ranges::sort(bins, {}, &HistogramBin::index);
  for (const HistogramBin& bin : bins) {
    if (bin.index >= resolution.bucket_count()) {
      return fail(ErrorCode::invalid_result, fmt::format("histogram bucket {} does not exist: there are {}", bin.index,
                                                         resolution.bucket_count()));
    }
    histogram.add_to_bin(bin.index, bin.count);
  }
  return histogram;
}

void Histogram::add(std::uint64_t value, std::uint64_t count) {
  add_to_bin(m_resolution.index_of(value), count);
}

Result<void> Histogram::add_mid(std::uint64_t mid, std::uint64_t count) {
  const std::uint32_t index = m_resolution.index_of(mid);
  if (m_resolution.mid(index) != mid) {
    return fail(ErrorCode::invalid_result,
                fmt::format("{} is not the middle of a histogram bucket ({} would be)", mid, m_resolution.mid(index)),
                "the bins are of another resolution or unit; fio 3 with json+ writes nanoseconds");
  }
  add_to_bin(index, count);
  return {};
}

Result<void> Histogram::merge(const Histogram& other) {
  if (other.m_resolution != m_resolution) {
    return fail(ErrorCode::invalid_result,
                fmt::format("histograms of {} and {} buckets per octave cannot be merged",
                            1U << m_resolution.sub_bucket_bits, 1U << other.m_resolution.sub_bucket_bits));
  }
  std::vector<HistogramBin> merged;
  merged.reserve(m_bins.size() + other.m_bins.size());
  std::ranges::merge(m_bins, other.m_bins, std::back_inserter(merged), {}, &HistogramBin::index, &HistogramBin::index);
  m_bins.clear();
  for (const HistogramBin& bin : merged) add_to_bin(bin.index, bin.count);
  return {};
}

std::uint64_t Histogram::total() const {
  std::uint64_t sum = 0;
  for (const HistogramBin& bin : m_bins) sum += bin.count;
  return sum;
}

void Histogram::add_to_bin(std::uint32_t index, std::uint64_t count) {
  if (count == 0) return;
  // Bins mostly arrive in rising order, so look at the end first.
  auto place = m_bins.end();
  if (!m_bins.empty() && m_bins.back().index >= index) {
    place = std::ranges::lower_bound(m_bins, index, {}, &HistogramBin::index);
  }
  if (place != m_bins.end() && place->index == index) {
    place->count += count;
  } else {
    m_bins.insert(place, {index, count});
  }
}

}  // namespace ringside
