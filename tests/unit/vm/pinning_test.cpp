// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/pinning.h"

#include <gtest/gtest.h>

using namespace ringside;
using namespace ringside::vm;

TEST(Pinning, each_vcpu_gets_a_host_cpu_from_the_top) {
  const auto record = plan_pinning(Pin::automatic, Accel::kvm, {100, 101}, {0, 1, 4, 5});
  EXPECT_EQ(record.pinned, (std::vector<PinnedThread>{{100, 4}, {101, 5}}));
}

TEST(Pinning, nothing_is_bound_where_it_would_harm_and_the_record_says_why) {
  for (const auto& record : {plan_pinning(Pin::automatic, Accel::tcg, {100}, {0, 1, 2}),
                             plan_pinning(Pin::automatic, Accel::kvm, {100, 101}, {0, 1}),
                             plan_pinning(Pin::none, Accel::kvm, {100}, {0, 1, 2})}) {
    EXPECT_TRUE(record.pinned.empty());
    EXPECT_NE(record.reason, "");
  }
}

TEST(Pinning, this_process_may_run_somewhere) {
  EXPECT_FALSE(allowed_cpus().empty());
}

TEST(Pinning, a_refusal_is_recorded) {
  const auto record = apply_pinning({{{1 << 22, 0}}, "one host CPU per vCPU"});  // no such thread
  EXPECT_TRUE(record.pinned.empty());
  EXPECT_NE(record.reason, "one host CPU per vCPU");
}
