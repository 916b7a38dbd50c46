// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace ringside {
namespace {

TEST(EditDistance, counts_insertions_deletions_substitutions_and_swaps) {
  EXPECT_EQ(edit_distance("vcpus", "vcpus"), 0U);
  EXPECT_EQ(edit_distance("vcpu", "vcpus"), 1U);
  EXPECT_EQ(edit_distance("vcpuss", "vcpus"), 1U);
  EXPECT_EQ(edit_distance("vcqus", "vcpus"), 1U);
  EXPECT_EQ(edit_distance("vpcus", "vcpus"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
}

TEST(EditDistance, ignores_case_and_the_kind_of_dash) {
  EXPECT_EQ(edit_distance("Num_Queues", "num-queues"), 0U);
}

TEST(Nearest, is_the_first_of_the_closest) {
  constexpr std::array<std::string_view, 3> words{"runtime", "bs", "rw"};
  EXPECT_EQ(nearest("runtim", words), "runtime");
  EXPECT_EQ(nearest("xx", words), "bs");
  EXPECT_EQ(nearest("xx", {}), "");
}

TEST(DidYouMean, lists_few_words_but_not_many) {
  constexpr std::array<std::string_view, 2> few{"kvm", "tcg"};
  EXPECT_EQ(did_you_mean("kvn", few), "did you mean 'kvm'? (valid here: kvm, tcg)");
  const std::vector<std::string_view> many(40, "word");
  EXPECT_EQ(did_you_mean("word", many), "did you mean 'word'?");
  EXPECT_EQ(did_you_mean("word", {}), "");
}

}  // namespace
}  // namespace ringside
