// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/vcpu_statistics.h"

#include <gtest/gtest.h>

namespace ringside::vm {
namespace {

TEST(VcpuStatistics, exits_of_all_vcpus_are_added_up) {
  EXPECT_EQ(exits_in(R"([{"provider":"kvm","qom-path":"/machine/unattached/device[0]",
                          "stats":[{"name":"halt_exits","value":7},{"name":"exits","value":100}]},
                         {"provider":"kvm","qom-path":"/machine/unattached/device[1]",
                          "stats":[{"name":"exits","value":23}]}])"),
            123U);
}

TEST(VcpuStatistics, a_vcpu_that_does_not_tell_makes_the_sum_unknown) {
  EXPECT_EQ(exits_in(R"([{"stats":[{"name":"exits","value":100}]},{"stats":[]}])"), std::nullopt);
}

TEST(VcpuStatistics, without_kvm_nothing_is_known) {
  EXPECT_EQ(exits_in("[]"), std::nullopt);
}

TEST(VcpuStatistics, another_answer_is_none) {
  for (const char* answer :
       {"", "{", "null", "{}", "[1]", R"([{"stats":1}])", R"([{"stats":[1]}])",
        R"([{"stats":[{"name":"exits","value":-1}]}])", R"([{"stats":[{"name":"exits","value":"many"}]}])"}) {
    EXPECT_EQ(exits_in(answer), std::nullopt) << answer;
  }
}

}  // namespace
}  // namespace ringside::vm
