// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ids.h"

#include <gtest/gtest.h>

#include <set>

namespace ringside {
namespace {

TEST(Uuid, is_of_version_4_and_the_right_variant) {
  for (int round = 0; round < 64; ++round) {
    const std::string text = Uuid::random().to_text();
    ASSERT_EQ(text.size(), 36U);
    EXPECT_EQ(text[14], '4') << text;
    EXPECT_NE(std::string_view("89ab").find(text[19]), std::string_view::npos) << text;
  }
}

TEST(Uuid, is_another_one_each_time) {
  std::set<Uuid> seen;
  for (int round = 0; round < 1000; ++round) seen.insert(Uuid::random());
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(Uuid, written_is_read_back) {
  const Uuid uuid = Uuid::random();
  EXPECT_EQ(Uuid::parse(uuid.to_text()).value(), uuid);
  EXPECT_EQ(Uuid::parse("00000000-0000-0000-0000-000000000000").value(), Uuid{});
  EXPECT_EQ(Uuid::parse("ABCDEF01-2345-4789-8ABC-def012345678").value().to_text(),
            "abcdef01-2345-4789-8abc-def012345678");
}

TEST(Uuid, that_is_none_is_refused) {
  const std::string good = "abcdef01-2345-4789-8abc-def012345678";
  for (const std::string& text : {std::string(), good.substr(1), good + "0", "g" + good.substr(1),
                                  std::string("abcdef012345-4789-8abc-def012345678----"),
                                  std::string("abcdef01-2345-4789-8abcdef012345678"), good + "-"}) {
    EXPECT_FALSE(Uuid::parse(text)) << text;
  }
}

}  // namespace
}  // namespace ringside
