// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/tsc.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ringside::host {
namespace {

TEST(Tsc, two_measurements_agree) {
  const auto first = tsc_khz();
  const auto second = tsc_khz();
  ASSERT_EQ(first.has_value(), second.has_value());
  if (!first) GTEST_SKIP() << "this processor has no time stamp counter";
  EXPECT_GT(*first, 100'000);
  EXPECT_LT(*first, 20'000'000);
  EXPECT_LT(std::abs(*first - *second), *first / 100);
}

}  // namespace
}  // namespace ringside::host
