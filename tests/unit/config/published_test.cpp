// SPDX-License-Identifier: GPL-3.0-or-later
// [replication] and [[published]].
#include <gmock/gmock.h>

#include "campaign_text.h"

namespace ringside::config {
namespace {

using testing::HasSubstr;

constexpr std::string_view k_row = R"(
[replication]
quick = ["design.blocks=5"]

[[published]]
table = "000a"
lines = [2, 5]
title = "4k"
claim = "gain"
before = 339000
after = 380e3
cell = "*bs=4k*"
arms = ["irq", "poll-2"]
note = "doubtful"
)";

std::string replication(std::string_view from = "", std::string_view to = "") {
  std::string row(k_row);
  if (!from.empty()) row.replace(row.find(from), from.size(), to);
  return std::string(k_sound) + row;
}

TEST(Published, a_row_names_table_figures_cell_and_arms) {
  const Campaign campaign = sound(replication());
  EXPECT_THAT(campaign.quick, testing::ElementsAre("design.blocks=5"));
  ASSERT_EQ(campaign.published.size(), 1u);
  const PublishedRow& row = campaign.published[0];
  EXPECT_EQ(row.table, "000a");
  EXPECT_THAT(row.lines, testing::ElementsAre(2, 5));
  EXPECT_EQ(row.claim, Claim::gain);
  EXPECT_EQ(row.baseline, "irq");
  EXPECT_EQ(row.candidate, "poll-2");
  EXPECT_EQ(row.note, "doubtful");
  EXPECT_NEAR(row.effect().value(), 0.1209, 1e-4);
}

TEST(Published, a_row_that_cannot_be_reproduced_needs_no_arms) {
  const Campaign campaign =
      sound(replication("cell = \"*bs=4k*\"\narms = [\"irq\", \"poll-2\"]", "not_reproducible = \"another kernel\""));
  EXPECT_EQ(campaign.published.at(0).not_reproducible, "another kernel");
}

TEST(Published, no_difference_needs_no_figures) {
  const auto text = replication("claim = \"gain\"\nbefore = 339000\nafter = 380e3", "claim = \"none\"");
  EXPECT_EQ(sound(text).published.at(0).effect(), std::nullopt);
}

TEST(Published, mistakes_are_refused_with_advice) {
  EXPECT_THAT(error_of(replication("\"poll-2\"]", "\"poll\"]")), HasSubstr("did you mean 'poll-2'"));
  EXPECT_THAT(error_of(replication("*bs=4k*", "*bs=8k*")), HasSubstr("fits 0 cells"));
  EXPECT_THAT(error_of(replication("*bs=4k*", "*")), HasSubstr("fits 2 cells"));
  EXPECT_THAT(error_of(replication("[\"irq\", \"poll-2\"]", "[\"irq\"]")), HasSubstr("two arms"));
  EXPECT_THAT(error_of(replication("before = 339000\n", "")), HasSubstr("go together"));
  EXPECT_THAT(error_of(replication("before = 339000\nafter = 380e3", "")), HasSubstr("needs 'before' and 'after'"));
  EXPECT_THAT(error_of(replication("339000", "\"339k\"")), HasSubstr("must be a number"));
  EXPECT_THAT(error_of(replication("339000", "-1")), HasSubstr("above 0"));
  EXPECT_THAT(error_of(replication("[2, 5]", "[1, 5]")), HasSubstr("line 1 is the head"));
  EXPECT_THAT(error_of(replication("\"gain\"", "\"win\"")), HasSubstr("gain, loss, none"));
  EXPECT_THAT(error_of(replication("cell = \"*bs=4k*\"\n", "")), HasSubstr("not_reproducible"));
  EXPECT_THAT(error_of(replication("note", "not_reproducible")), HasSubstr("neither"));
}

TEST(PollMaxNs, goes_with_an_iothread_only) {
  EXPECT_EQ(sound(with("accel = \"auto\"", "iothread = \"shared\"\npoll-max-ns = 0")).arms[0].machine.poll_max_ns, 0);
  EXPECT_THAT(error_of(with("accel = \"auto\"", "poll-max-ns = 1000")), HasSubstr("has no IOThread"));
}

TEST(PollMaxNs, is_part_of_an_arms_identity_only_where_it_is_set) {
  const Arm plain = sound(k_sound).arms[0];
  const Arm polling = sound(with("accel = \"auto\"", "iothread = \"shared\"\npoll-max-ns = 0")).arms[0];
  EXPECT_EQ(plain.specification().find("poll-max-ns"), std::string::npos);
  EXPECT_NE(polling.specification().find("poll-max-ns=0"), std::string::npos);
}

}  // namespace
}  // namespace ringside::config
