// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/failure.h"

#include <gtest/gtest.h>

namespace ringside::cli {
namespace {

TEST(FailureText, begins_with_the_programs_name_and_ends_with_the_hint) {
  EXPECT_EQ(failure_text({ErrorCode::usage, "no such arm", "did you mean 'irq'?", {}}),
            "ringside: error: no such arm\n  did you mean 'irq'?\n");
}

TEST(FailureText, indents_further_lines) {
  EXPECT_EQ(failure_text({ErrorCode::guest_died, "panic:\nline one\nline two\n", {}, "boot 3"}),
            "ringside: error: boot 3: panic:\n  line one\n  line two\n");
}

TEST(FailureText, a_guests_console_cannot_steer_the_terminal) {
  EXPECT_EQ(failure_text({ErrorCode::guest_died, "\033[2J", {}, {}}).find('\033'), std::string::npos);
}

}  // namespace
}  // namespace ringside::cli
