// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

TEST(VerdictText, every_verdict_reads_back_as_itself) {
  for (const Verdict verdict :
       {Verdict::improved, Verdict::regressed, Verdict::equivalent, Verdict::inconclusive, Verdict::invalid}) {
    EXPECT_EQ(verdict_from_text(to_text(verdict)), verdict);
  }
  EXPECT_FALSE(verdict_from_text("better").has_value());
}

TEST(VerdictText, every_reason_reads_back_as_itself_and_explains_itself) {
  for (const VerdictReason reason :
       {VerdictReason::no_valid_measurement, VerdictReason::not_paired, VerdictReason::too_few_blocks,
        VerdictReason::bad_blocks, VerdictReason::distribution_sensitive, VerdictReason::multiplicity,
        VerdictReason::wide_interval}) {
    EXPECT_EQ(verdict_reason_from_text(to_text(reason)), reason);
    EXPECT_FALSE(explanation(reason).empty());
  }
  EXPECT_EQ(explanation(VerdictReason::none), "");
}

}  // namespace
}  // namespace ringside
