// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/histogram_codec.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "store/compression.h"

namespace ringside::store {
namespace {

constexpr char k_format = 1;
constexpr std::size_t k_checksum_bytes = 4;
// No histogram has finer buckets or more octaves; larger numbers are damage, and must not overflow a shift.
constexpr std::uint64_t k_most_sub_bucket_bits = 16;
constexpr std::uint64_t k_most_groups = 64;

void append_varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(static_cast<unsigned char>(value | 0x80));
    value >>= 7;
  }
  out += static_cast<char>(value);
}

std::string checksum_of(std::string_view data) {
  std::uint32_t crc = crc32_of(data);
  std::string out;
  for (std::size_t byte = 0; byte < k_checksum_bytes; ++byte) {
    out += static_cast<char>(static_cast<unsigned char>(crc & 0xff));
    crc >>= 8;
  }
  return out;
}

class Cursor {
 public:
  explicit Cursor(std::string_view rest) : m_rest(rest) {}

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(m_rest.front());
      m_rest.remove_prefix(1);
      if (shift == 63 && byte > 1) return std::nullopt;
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t remaining() const { return m_rest.size(); }

 private:
  std::string_view m_rest;
};

std::unexpected<Error> damaged(std::string_view how) {
  return fail(ErrorCode::invalid_result, fmt::format("a stored histogram is damaged: {}", how));
}

Result<std::vector<HistogramBin>> read_bins(Cursor& cursor, std::uint64_t count, std::uint32_t bucket_count) {
  std::vector<HistogramBin> bins;
  bins.reserve(count);
  std::uint64_t index = 0;
  for (std::uint64_t at = 0; at < count; ++at) {
    const auto step = cursor.varint();
    const auto samples = cursor.varint();
    if (!step || !samples) return damaged("it ends too early");
    if (at > 0 && *step == 0) return damaged("a bucket is listed twice");
    if (*samples == 0) return damaged("an empty bucket is listed");
    if (*step >= bucket_count || index + *step >= bucket_count) return damaged("a bucket that does not exist");
    index += *step;
    bins.push_back({static_cast<std::uint32_t>(index), *samples});
  }
  return bins;
}

}  // namespace

std::string encode(const Histogram& histogram) {
  std::string out(1, k_format);
  append_varint(out, histogram.resolution().sub_bucket_bits);
  append_varint(out, histogram.resolution().groups);
  append_varint(out, histogram.bins().size());
  std::uint32_t before = 0;
  for (const HistogramBin& bin : histogram.bins()) {
    append_varint(out, bin.index - before);
    append_varint(out, bin.count);
    before = bin.index;
  }
  return out + checksum_of(out);
}

Result<Histogram> decode_histogram(std::string_view blob) {
  if (blob.size() < 1 + k_checksum_bytes) return damaged("it is too short");
  const std::string_view body = blob.substr(0, blob.size() - k_checksum_bytes);
  if (checksum_of(body) != blob.substr(body.size())) return damaged("its checksum does not fit");
  if (body.front() != k_format) {
    return damaged(fmt::format("format {} is not known", static_cast<unsigned char>(body.front())));
  }
  Cursor cursor(body.substr(1));
  const auto bits = cursor.varint();
  const auto groups = cursor.varint();
  const auto count = cursor.varint();
  if (!bits || !groups || !count) return damaged("it ends too early");
  if (*bits > k_most_sub_bucket_bits || *groups == 0 || *groups > k_most_groups) return damaged("its resolution");
  const HistogramResolution resolution{static_cast<std::uint32_t>(*bits), static_cast<std::uint32_t>(*groups)};
  if (*count > resolution.bucket_count()) return damaged("more buckets than its resolution has");
  auto bins = read_bins(cursor, *count, resolution.bucket_count());
  if (!bins) return std::unexpected(bins.error());
  if (cursor.remaining() != 0) return damaged("something follows its end");
  return Histogram::from_bins(resolution, std::move(*bins));
}

}  // namespace ringside::store
