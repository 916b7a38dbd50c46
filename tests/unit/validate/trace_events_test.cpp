// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/trace_events.h"

#include <gtest/gtest.h>

namespace ringside::validate {
namespace {

constexpr std::string_view k_trace =
    "# tracer: nop\n"
    "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
    "             fio-210     [001] ...1.    12.345678: lock: device=3 queue=0 site=queue_rqs wait_ns=300 hold_ns=9\n"
    " kworker/1:1 x-22      [000] d..2.    12.345679: notify: (virtqueue_notify+0x0/0x60)\n"
    "CPU:1 [LOST 12 EVENTS]\n";

TEST(Trace, events_have_a_name_and_fields) {
  const auto events = parse_trace(k_trace);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].name, "lock");
  EXPECT_FALSE(events[0].interrupts_off);
  EXPECT_EQ(events[0].fields.at("site"), "queue_rqs");
  EXPECT_EQ(events[1].name, "notify");
  EXPECT_TRUE(events[1].interrupts_off);
}

TEST(Trace, events_are_counted_by_name_and_field) {
  const auto events = parse_trace(k_trace);
  EXPECT_EQ(count(events, "lock"), 1);
  EXPECT_EQ(count(events, "lock", "site", "queue_rqs"), 1);
  EXPECT_EQ(count(events, "lock", "site", "poll"), 0);
  EXPECT_EQ(count(events, "notify", "site", "poll"), 0);
}

}  // namespace
}  // namespace ringside::validate
