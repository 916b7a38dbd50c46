// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

ValidationReport report_of(const std::vector<CaseOutcome>& outcomes) {
  ValidationReport out;
  out.planned = outcomes.size();
  for (const CaseOutcome outcome : outcomes) {
    out.results.emplace_back();
    out.results.back().outcome = outcome;
  }
  return out;
}

TEST(Validation, passes_skips_and_known_bugs_are_success) {
  EXPECT_EQ(exit_code_of(report_of({CaseOutcome::pass, CaseOutcome::skip, CaseOutcome::known})), 0);
}

TEST(Validation, one_failure_is_1_whatever_else_there_is) {
  EXPECT_EQ(exit_code_of(report_of({CaseOutcome::pass, CaseOutcome::fail, CaseOutcome::error})), 1);
  ValidationReport interrupted = report_of({CaseOutcome::fail});
  interrupted.interrupted = true;
  EXPECT_EQ(exit_code_of(interrupted), 1);
}

TEST(Validation, a_case_without_a_guest_is_3) {
  EXPECT_EQ(exit_code_of(report_of({CaseOutcome::pass, CaseOutcome::error})), 3);
}

TEST(Validation, a_suite_that_was_interrupted_or_lacks_a_result_is_3) {
  ValidationReport report = report_of({CaseOutcome::pass});
  report.planned = 2;
  EXPECT_EQ(exit_code_of(report), 3);
  report.planned = 1;
  report.interrupted = true;
  EXPECT_EQ(exit_code_of(report), 3);
}

}  // namespace
}  // namespace ringside
