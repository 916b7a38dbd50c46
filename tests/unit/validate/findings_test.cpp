// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "validate/guest_state.h"

namespace ringside::validate {
namespace {

using testing::ElementsAre;

TEST(Findings, a_case_that_says_nothing_has_passed) {
  EXPECT_EQ(Findings().outcome(), CaseOutcome::pass);
  EXPECT_TRUE(Findings().reasons().empty());
}

TEST(Findings, every_failure_is_kept_with_its_scene_and_evidence) {
  Findings findings;
  findings.failed("no scene yet", "");
  findings.scene("polled");
  findings.failed("fio ends well", "error 5");
  findings.failed("the console is clean", "line 1\nline 2\n");
  EXPECT_EQ(findings.outcome(), CaseOutcome::fail);
  EXPECT_THAT(findings.reasons(), ElementsAre("no scene yet", "polled: fio ends well: error 5",
                                              "polled: the console is clean:\nline 1\nline 2"));
}

TEST(Findings, a_known_bug_outweighs_what_failed_before) {
  Findings findings;
  findings.failed("it works", "it does not");
  findings.known("commit 1234", "the same without the driver");
  EXPECT_EQ(findings.outcome(), CaseOutcome::known);
  EXPECT_THAT(findings.reasons(), ElementsAre("commit 1234", "the same without the driver"));
}

TEST(Findings, a_skip_hides_no_failure) {
  Findings findings;
  findings.failed("it works", "it does not");
  findings.skipped("no such path");
  EXPECT_EQ(findings.outcome(), CaseOutcome::fail);
}

TEST(Console, last_lines_are_whole_and_free_of_colours) {
  EXPECT_EQ(last_lines("one\r\n\x1b[1;31mtwo\x1b[0m\nthree\n\n", 2), "two\nthree");
  EXPECT_EQ(last_lines("one\ntwo", 5), "one\ntwo");
  EXPECT_EQ(last_lines("", 5), "");
  EXPECT_EQ(last_lines("cut off \x1b[3", 5), "cut off ");
}

}  // namespace
}  // namespace ringside::validate
