// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/result.h"

#include <gtest/gtest.h>

namespace ringside {
namespace {

TEST(Error, text_has_context_before_and_hint_below) {
  EXPECT_EQ((Error{ErrorCode::timeout, "no hello", "", ""}).text(), "no hello");
  EXPECT_EQ((Error{ErrorCode::timeout, "no hello", "look at the console", "boot 3"}).text(),
            "boot 3: no hello\n  look at the console");
}

TEST(Error, outer_layers_stand_first) {
  Error error{ErrorCode::timeout, "no hello", "", ""};
  error = std::move(error).within("arm poll-2");
  error = std::move(error).within("boot 3");
  EXPECT_EQ(error.text(), "boot 3: arm poll-2: no hello");
}

TEST(ExitCode, is_2_for_what_the_user_wrote_and_3_for_what_failed) {
  for (const ErrorCode code :
       {ErrorCode::usage, ErrorCode::configuration, ErrorCode::not_found, ErrorCode::unsupported}) {
    EXPECT_EQ(exit_code_of(code), 2);
  }
  for (const ErrorCode code : {ErrorCode::infrastructure, ErrorCode::timeout, ErrorCode::protocol,
                               ErrorCode::guest_died, ErrorCode::invalid_result, ErrorCode::interrupted}) {
    EXPECT_EQ(exit_code_of(code), 3);
  }
}

}  // namespace
}  // namespace ringside
