// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/frame.h"

#include <gtest/gtest.h>

#include <string>

namespace ringside::wire {
namespace {

using namespace std::string_literals;

std::string framed(std::string_view payload) {
  auto out = frame(payload);
  EXPECT_TRUE(out);
  return out.value_or("");
}

TEST(Frame, has_a_little_endian_length_before_the_payload) {
  EXPECT_EQ(framed(std::string(258, 'x')).substr(0, 5), "\x02\x01\0\0x"s);
}

TEST(Frame, empty_payload_is_refused) {
  EXPECT_FALSE(frame(""));
}

TEST(Frame, payload_above_the_limit_is_refused) {
  EXPECT_TRUE(frame(std::string(k_max_frame, 'x')));
  EXPECT_FALSE(frame(std::string(k_max_frame + 1, 'x')));
}

TEST(FrameReader, cuts_a_stream_of_single_bytes_into_the_payloads) {
  FrameReader reader;
  std::string seen;
  for (const char byte : framed("one") + framed("two")) {
    reader.feed({&byte, 1});
    auto next = reader.next();
    ASSERT_TRUE(next);
    if (*next) seen += **next + ";";
  }
  EXPECT_EQ(seen, "one;two;");
}

TEST(FrameReader, gives_several_payloads_of_one_read) {
  FrameReader reader;
  reader.feed(framed("a") + framed("b") + framed("c").substr(0, 4));
  EXPECT_EQ(reader.next().value(), "a");
  EXPECT_EQ(reader.next().value(), "b");
  EXPECT_EQ(reader.next().value(), std::nullopt);
  reader.feed("c");
  EXPECT_EQ(reader.next().value(), "c");
}

TEST(FrameReader, oversize_length_is_refused_before_its_bytes_come) {
  FrameReader reader;
  reader.feed("\x01\x00\x00\x01"s);
  auto next = reader.next();
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().code, ErrorCode::protocol);
}

TEST(FrameReader, largest_length_is_not_taken_for_a_negative_one) {
  FrameReader reader;
  reader.feed("\xff\xff\xff\xff"s);
  EXPECT_FALSE(reader.next());
}

TEST(FrameReader, length_zero_is_refused) {
  FrameReader reader;
  reader.feed("\0\0\0\0"s);
  EXPECT_FALSE(reader.next());
}

TEST(FrameReader, stays_failed_after_a_bad_length) {
  FrameReader reader;
  reader.feed("\xff\xff\xff\xff"s);
  EXPECT_FALSE(reader.next());
  reader.feed(framed("late"));
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace ringside::wire
