// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/option.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

using namespace std::string_literals;

TEST(OptionValue, is_written_as_fio_and_modprobe_read_it) {
  EXPECT_EQ(to_text(OptionValue{true}), "1");
  EXPECT_EQ(to_text(OptionValue{false}), "0");
  EXPECT_EQ(to_text(OptionValue{std::int64_t{-3}}), "-3");
  EXPECT_EQ(to_text(OptionValue{0.5}), "0.5");
  EXPECT_EQ(to_text(OptionValue{2.0}), "2");
  EXPECT_EQ(to_text(OptionValue{"4k"s}), "4k");
}

TEST(OptionMap, has_one_spelling_whatever_the_order) {
  OptionMap one{{"rw", "read"s}, {"bs", "4k"s}};
  OptionMap other{{"bs", "4k"s}, {"rw", "read"s}};
  EXPECT_EQ(to_text(one), "bs=4k rw=read");
  EXPECT_EQ(to_text(one), to_text(other));
  EXPECT_EQ(to_text(OptionMap{}), "");
}

TEST(Merging, lets_the_later_map_win) {
  const OptionMap merged_map = merged({{"a", std::int64_t{1}}, {"b", std::int64_t{1}}}, {{"b", std::int64_t{2}}});
  EXPECT_EQ(to_text(merged_map), "a=1 b=2");
}

}  // namespace
}  // namespace ringside
