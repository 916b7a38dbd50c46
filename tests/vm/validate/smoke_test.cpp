// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/cases.h"
#include "validate/selection.h"
#include "validate/suite_fixture.h"

namespace ringside::test {
namespace {

using SmokeTest = SuiteTest;

// Two guests side by side; at most three minutes for both kernels of the tests together on two free cores.
TEST_F(SmokeTest, the_reference_driver_passes_the_smoke_subset) {
  const auto cases = validate::select(validate::all_cases(), {}, true);
  ASSERT_TRUE(cases) << cases.error().text();
  run(request_for(*cases));
  for (const CaseResult& result : report.results) {
    EXPECT_EQ(result.outcome, CaseOutcome::pass) << result.name;
    for (const std::string& reason : result.reasons) ADD_FAILURE() << result.name << ": " << reason;
  }
  EXPECT_EQ(report.results.size(), cases->size());
  RecordProperty("seconds", static_cast<int>(std::chrono::duration<double>(report.elapsed).count()));
}

}  // namespace
}  // namespace ringside::test
