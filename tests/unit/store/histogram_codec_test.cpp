// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/histogram_codec.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "store/compression.h"

namespace ringside::store {
namespace {

Histogram some_histogram() {
  Histogram histogram;
  histogram.add(0, 1);
  histogram.add(12'345, 300);
  histogram.add(12'600, 2);
  histogram.add(9'000'000'000, std::uint64_t{1} << 40);
  return histogram;
}

// The same bytes with a checksum that fits them: damage that only the structure can show.
std::string with_checksum(std::string body) {
  std::uint32_t crc = crc32_of(body);
  for (int byte = 0; byte < 4; ++byte, crc >>= 8) body += static_cast<char>(static_cast<unsigned char>(crc & 0xff));
  return body;
}

std::string bytes(std::initializer_list<int> list) {
  std::string out;
  for (const int byte : list) out += static_cast<char>(static_cast<unsigned char>(byte));
  return out;
}

TEST(HistogramCodec, what_is_written_is_read) {
  const Histogram histogram = some_histogram();
  EXPECT_EQ(decode_histogram(encode(histogram)), histogram);
}

TEST(HistogramCodec, an_empty_histogram_keeps_its_resolution) {
  const Histogram empty(HistogramResolution::probes());
  EXPECT_EQ(decode_histogram(encode(empty)), empty);
}

TEST(HistogramCodec, the_largest_count_and_the_last_bucket_survive) {
  const HistogramResolution resolution = HistogramResolution::fio();
  const auto histogram =
      Histogram::from_bins(resolution, {{resolution.bucket_count() - 1, std::numeric_limits<std::uint64_t>::max()}});
  ASSERT_TRUE(histogram);
  EXPECT_EQ(decode_histogram(encode(*histogram)), *histogram);
}

TEST(HistogramCodec, random_histograms_survive) {
  std::mt19937_64 random(20220324);
  for (int round = 0; round < 200; ++round) {
    Histogram histogram(round % 2 == 0 ? HistogramResolution::fio() : HistogramResolution::probes());
    const int values = static_cast<int>(random() % 300);
    for (int i = 0; i < values; ++i) histogram.add(random() >> (random() % 64), 1 + random() % 1'000'000);
    EXPECT_EQ(decode_histogram(encode(histogram)), histogram);
  }
}

TEST(HistogramCodec, a_usual_histogram_takes_two_or_three_bytes_per_bucket) {
  Histogram histogram;
  for (std::uint64_t value = 50'000; value < 500'000; value += 700) histogram.add(value, 1 + value % 90);
  EXPECT_LT(encode(histogram).size(), 3 * histogram.bins().size() + 12);
}

TEST(HistogramCodec, every_flipped_byte_is_noticed) {
  const std::string blob = encode(some_histogram());
  for (std::size_t at = 0; at < blob.size(); ++at) {
    std::string damaged = blob;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_FALSE(decode_histogram(damaged)) << "byte " << at;
  }
}

TEST(HistogramCodec, every_shortened_blob_is_noticed) {
  const std::string blob = encode(some_histogram());
  for (std::size_t size = 0; size < blob.size(); ++size) EXPECT_FALSE(decode_histogram(blob.substr(0, size))) << size;
}

TEST(HistogramCodec, structural_damage_is_refused_even_with_a_fitting_checksum) {
  // format, sub_bucket_bits, groups, buckets, then (step, count)
  EXPECT_TRUE(decode_histogram(with_checksum(bytes({1, 6, 29, 1, 5, 7}))));
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({2, 6, 29, 1, 5, 7})))) << "unknown format";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 60, 29, 1, 5, 7})))) << "absurd resolution";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 0, 0})))) << "no buckets at all";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 29, 2, 5, 7})))) << "a bucket is missing";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 29, 1, 5, 7, 0})))) << "something follows";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 29, 2, 5, 7, 0, 1})))) << "a bucket twice";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 29, 1, 5, 0})))) << "an empty bucket";
  EXPECT_FALSE(decode_histogram(with_checksum(bytes({1, 6, 1, 1, 64, 1})))) << "beyond the last bucket";
  EXPECT_FALSE(decode_histogram(
      with_checksum(bytes({1, 6, 29, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1}))))
      << "varint too long";
}

TEST(Compression, text_survives_and_a_wrong_length_is_refused) {
  const std::string text(100'000, 'x');
  const std::string packed = compress(text);
  EXPECT_LT(packed.size(), 1'000U);
  EXPECT_EQ(decompress(packed, text.size()), text);
  EXPECT_FALSE(decompress(packed, text.size() - 1));
  EXPECT_FALSE(decompress(packed, text.size() + 1));
  EXPECT_FALSE(decompress("nonsense", 10));
  EXPECT_EQ(decompress(compress(""), 0), "");
}

}  // namespace
}  // namespace ringside::store
