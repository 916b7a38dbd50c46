// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_width.h"

#include <gtest/gtest.h>

namespace ringside::report {
namespace {

TEST(TextWidth, counts_characters_not_bytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("×▲…"), 3u);
  EXPECT_EQ(display_width(""), 0u);
}

TEST(TextWidth, wide_characters_take_two_columns_and_marks_none) {
  EXPECT_EQ(display_width("測定"), 4u);
  EXPECT_EQ(display_width("e\xCC\x81"), 1u);  // e and a combining acute
  EXPECT_EQ(display_width("🚀"), 2u);
}

TEST(TextWidth, broken_utf8_counts_a_column_per_byte) {
  EXPECT_EQ(display_width("\xFF\xC3"), 2u);
  EXPECT_EQ(display_width("\xE2\x96"), 2u);      // cut off
  EXPECT_EQ(display_width("\xC0\x80"), 2u);      // overlong
  EXPECT_EQ(display_width("\xED\xA0\x80"), 3u);  // a surrogate
}

TEST(Printable, escape_sequences_do_not_reach_the_terminal) {
  EXPECT_EQ(printable("a\033[31mb"), "a\xEF\xBF\xBD[31mb");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");  // CSI as one C1 character
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");  // right-to-left override
}

TEST(Printable, keeps_line_feeds_and_good_text) {
  EXPECT_EQ(printable("größer\n測定 ×"), "größer\n測定 ×");
}

TEST(Printable, replaces_broken_utf8) {
  EXPECT_EQ(printable("a\xFF"), "a\xEF\xBF\xBD");
}

TEST(Shortened, keeps_what_fits) {
  EXPECT_EQ(shortened("abc", 3), "abc");
}

TEST(Shortened, never_cuts_through_a_character) {
  EXPECT_EQ(shortened("abcdef", 4), "abc…");
  EXPECT_EQ(shortened("測定測定", 4), "測…");
  EXPECT_EQ(shortened("abc", 0), "");
}

}  // namespace
}  // namespace ringside::report
