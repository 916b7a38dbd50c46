// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

TEST(Bytes, are_read_in_powers_of_1024) {
  EXPECT_EQ(parse_bytes("4096").value(), Bytes{4096});
  EXPECT_EQ(parse_bytes("512B").value(), Bytes{512});
  EXPECT_EQ(parse_bytes("4k").value(), Bytes{4096});
  EXPECT_EQ(parse_bytes("4KiB").value(), Bytes{4096});
  EXPECT_EQ(parse_bytes("1.5KiB").value(), Bytes{1536});
  EXPECT_EQ(parse_bytes("512 MiB").value(), Bytes{512ull << 20});
  EXPECT_EQ(parse_bytes("2TiB").value(), Bytes{2ull << 40});
}

TEST(Bytes, that_are_ambiguous_broken_or_too_many_are_refused) {
  for (const char* text : {"", "k", "1MB", "1 mib", "-1k", "0.3B", "1e30", "nan", "inf", "4k4", "8388608TiB", "0x10"}) {
    const auto bytes = parse_bytes(text);
    ASSERT_FALSE(bytes) << text;
    EXPECT_EQ(bytes.error().code, ErrorCode::configuration);
  }
}

TEST(Bytes, are_written_in_the_largest_unit_that_loses_nothing) {
  EXPECT_EQ(to_text(Bytes{0}), "0B");
  EXPECT_EQ(to_text(Bytes{512}), "512B");
  EXPECT_EQ(to_text(Bytes{1536}), "1536B");
  EXPECT_EQ(to_text(Bytes{4096}), "4KiB");
  EXPECT_EQ(to_text(Bytes{1ull << 30}), "1GiB");
  EXPECT_EQ(to_text(Bytes{4ull << 50}), "4096TiB");
}

TEST(Bytes, written_are_read_back) {
  for (const std::uint64_t value : {0ull, 1ull, 1000ull, 1024ull, 123456789ull, 1ull << 44}) {
    EXPECT_EQ(parse_bytes(to_text(Bytes{value})).value(), Bytes{value});
  }
}

TEST(Duration, is_read_with_its_unit) {
  EXPECT_EQ(parse_duration("100ns").value(), Nanoseconds{100});
  EXPECT_EQ(parse_duration("10us").value(), std::chrono::microseconds{10});
  EXPECT_EQ(parse_duration("500ms").value(), Milliseconds{500});
  EXPECT_EQ(parse_duration("0.5s").value(), Milliseconds{500});
  EXPECT_EQ(parse_duration("2min").value(), std::chrono::minutes{2});
  EXPECT_EQ(parse_duration("1h").value(), std::chrono::hours{1});
}

TEST(Duration, without_a_known_unit_is_refused) {
  for (const char* text : {"", "5", "5m", "s", "-1s", "5 sec", "1e30h"}) EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(Duration, is_written_with_three_digits_and_a_fitting_unit) {
  EXPECT_EQ(to_text(Nanoseconds{0}), "0ns");
  EXPECT_EQ(to_text(Nanoseconds{999}), "999ns");
  EXPECT_EQ(to_text(Nanoseconds{1'250'000}), "1.25ms");
  EXPECT_EQ(to_text(Nanoseconds{13'000'000'000}), "13.0s");
  EXPECT_EQ(to_text(Nanoseconds{123'456}), "123us");
}

TEST(Fraction, is_read_as_a_percentage_only) {
  EXPECT_DOUBLE_EQ(parse_fraction("5%").value().value, 0.05);
  EXPECT_DOUBLE_EQ(parse_fraction("0.5 %").value().value, 0.005);
  for (const char* text : {"", "5", "0.05", "%", "-5%", "5%%"}) EXPECT_FALSE(parse_fraction(text)) << text;
}

TEST(WallTime, is_written_in_utc_with_milliseconds) {
  EXPECT_EQ(to_text(WallTime{Milliseconds{0}}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_text(WallTime{Milliseconds{1'648'112'400'042}}), "2022-03-24T09:00:00.042Z");
}

}  // namespace
}  // namespace ringside
