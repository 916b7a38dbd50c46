// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/process_identity.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ringside::host {
namespace {

TEST(ProcessIdentity, this_process_runs) {
  EXPECT_FALSE(this_process().empty());
  EXPECT_TRUE(still_runs(this_process()));
}

TEST(ProcessIdentity, another_start_of_the_same_number_is_another_process) {
  EXPECT_FALSE(still_runs(this_process() + "1"));
}

TEST(ProcessIdentity, another_boot_ended_it) {
  std::string process = this_process();
  process[0] = process[0] == '0' ? '1' : '0';
  EXPECT_FALSE(still_runs(process));
}

TEST(ProcessIdentity, a_text_that_names_no_process_does_not_run) {
  for (const char* text : {"", "x", "boot", "boot x 1", "boot -1 1", "boot 99999999999999 1"}) {
    EXPECT_FALSE(still_runs(text)) << text;
  }
}

}  // namespace
}  // namespace ringside::host
