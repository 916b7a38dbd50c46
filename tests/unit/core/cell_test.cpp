// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cell.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

using namespace std::string_literals;

TEST(Cells, are_the_axes_crossed_with_the_last_one_fastest) {
  const auto cells = cells_of({{"rw", {"read"s, "write"s}}, {"bs", {"512"s, "4k"s, "8k"s}}});
  ASSERT_EQ(cells.size(), 6U);
  EXPECT_EQ(cells[0].key(), "bs=512 rw=read");
  EXPECT_EQ(cells[1].key(), "bs=4k rw=read");
  EXPECT_EQ(cells[5].key(), "bs=8k rw=write");
}

TEST(Cells, of_an_empty_axis_are_none) {
  EXPECT_TRUE(cells_of({{"rw", {"read"s}}, {"bs", {}}}).empty());
}

TEST(Cell, key_does_not_depend_on_the_order_of_axes) {
  const auto one = cells_of({{"rw", {"read"s}}, {"bs", {"4k"s}}});
  const auto other = cells_of({{"bs", {"4k"s}}, {"rw", {"read"s}}});
  EXPECT_EQ(one.at(0).key(), other.at(0).key());
  EXPECT_EQ(one, other);
}

}  // namespace
}  // namespace ringside
