// SPDX-License-Identifier: GPL-3.0-or-later
// What the probe loader decides before and after it touches the kernel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "canary.h"
#include "options.h"
#include "plan.h"
#include "report.h"

namespace ringside::loader {
namespace {

using testing::HasSubstr;

constexpr std::string_view k_kallsyms =
    "ffffffff81000100 T bio_poll\n"
    "ffffffff81000200 T virtqueue_kick_prepare\n"
    "ffffffff81000300 t vp_notify\n"
    "ffffffff81000400 T blk_mq_stop_hw_queue\n"
    "ffffffff81000500 t vring_interrupt\n"
    "ffffffff81000500 D vring_interrupt\n"
    "ffffffffc0000100 t mine_queue_rq\t[mine]\n"
    "ffffffffc0000200 t mine_poll\t[mine]\n"
    "ffffffffc0000300 t __traceiter_kick\t[mine]\n"
    "ffffffffc0100200 t mine_poll\t[other]\n"
    "ffffffffc0000400 t __traceiter_batch\t[other]\n";

Discovery discovery_of(std::string_view kallsyms, const rs_found& found) {
  Discovery out;
  out.disks.emplace_back();
  out.disks[0].name = "vda";
  out.disks[0].found = found;
  out.symbols = Symbols::parse(kallsyms, {found.queue_rq, found.poll}, fixed_functions());
  out.module = "mine";
  return out;
}

PlannedProbe named(const std::vector<PlannedProbe>& plan, std::string_view program) {
  return *std::ranges::find(plan, program, &PlannedProbe::program);
}

class PlanTest : public ::testing::Test {
 protected:
  PlanTest() {
    m_found.queue_rq = 0xffffffffc0000100;
    m_found.poll = 0xffffffffc0000200;
  }
  std::vector<PlannedProbe> plan(int tier = 0) {
    m_options.tier = tier;
    return make_plan(m_options, discovery_of(k_kallsyms, m_found));
  }
  rs_found m_found{};
  Options m_options{.tier = 0, .disks = {"vda"}, .mapper = {}, .without = {}, .observer = {}};
};

TEST_F(PlanTest, the_drivers_functions_are_named_by_their_addresses) {
  const auto probe = named(plan(), "queue_rq");
  EXPECT_EQ(probe.how, How::btf);
  EXPECT_EQ(probe.target, "mine_queue_rq");
  EXPECT_EQ(probe.module, "mine");
}

TEST_F(PlanTest, a_function_that_the_driver_does_not_have_is_absent) {
  EXPECT_EQ(named(plan(), "queue_rqs").how, How::absent);
}

TEST_F(PlanTest, a_name_of_two_functions_is_refused) {
  const auto probe = named(plan(), "poll");
  EXPECT_EQ(probe.how, How::missing);
  EXPECT_EQ(probe.why, "2 functions are called mine_poll");
}

TEST_F(PlanTest, a_tracepoint_must_be_the_drivers_own) {
  EXPECT_EQ(named(plan(), "driver_kick").how, How::btf);
  EXPECT_EQ(named(plan(), "driver_batch").how, How::missing);
}

TEST_F(PlanTest, timestamps_come_with_tier_one) {
  EXPECT_TRUE(std::ranges::none_of(plan(0), [](const auto& probe) { return probe.program == "queue_rq_entry"; }));
  EXPECT_EQ(named(plan(1), "queue_rq_entry").how, How::btf);
}

TEST_F(PlanTest, a_probe_falls_back_to_its_twin_once) {
  PlannedProbe probe = named(plan(), "queue_rq");
  fall_back(probe, "no BTF");
  EXPECT_EQ(probe.how, How::kprobe);
  fall_back(probe, "refused");
  EXPECT_EQ(probe.how, How::missing);
  EXPECT_EQ(probe.why, "no BTF; refused");
  PlannedProbe kick = named(plan(), "kick");
  fall_back(kick, "no BTF");
  EXPECT_EQ(kick.how, How::missing) << "it has no twin";
}

TEST_F(PlanTest, what_is_left_out_is_unknown) {
  m_options.without = {"notify"};
  const auto made = plan();
  EXPECT_EQ(named(made, "notify").how, How::missing);
  EXPECT_FALSE(is_known("notifications", made, 0));
  EXPECT_TRUE(is_known("issued", made, 0));
  EXPECT_TRUE(is_known("batches", made, 0)) << "absent: its count is 0 for certain";
}

TEST_F(PlanTest, requests_are_paired_from_tier_one_on) {
  EXPECT_FALSE(is_known("stale_slots", plan(0), 0));
  EXPECT_TRUE(is_known("stale_slots", plan(1), 1));
}

TEST_F(PlanTest, a_probe_that_saw_nothing_of_a_read_is_unknown) {
  auto made = plan();
  Totals before(2);
  Totals after(2);
  for (const rs_counter counter : {RS_issued, RS_completed, RS_queue_rq_calls, RS_interrupts, RS_kicks_needed}) {
    after[0].counter[counter] = 1;
  }
  mark_silent(before, after, made);
  EXPECT_EQ(named(made, "issue").how, How::btf);
  EXPECT_EQ(named(made, "kick").how, How::missing);
  EXPECT_THAT(named(made, "notify").why, HasSubstr("needed a notification"));
}

TEST_F(PlanTest, unknown_counters_do_not_appear_in_the_report) {
  m_options.without = {"notify"};
  Observation seen;
  seen.plan = plan();
  seen.misses.resize(seen.plan.size());
  seen.before = Totals(3);
  seen.after = Totals(3);
  seen.before[1].counter[RS_issued] = 5;
  seen.after[1].counter[RS_issued] = 12;
  const auto json = nlohmann::json::parse(to_json(seen));
  std::size_t issued = 0;
  for (const auto& counter : json["counters"]) {
    EXPECT_NE(counter["name"], "notifications");
    if (counter["name"] == "issued" && counter["queue"] == 1) issued = counter["value"];
  }
  EXPECT_EQ(issued, 7u);
}

TEST(Options, say_what_is_wrong) {
  EXPECT_EQ(parse_options({"--tier", "5", "--disk", "vda"}).error(), "tier '5' is none of empty, 0, 1, 2");
  EXPECT_EQ(parse_options({"--tier", "1"}).error(), "no --disk given");
  EXPECT_EQ(parse_options({"--disk"}).error(), "--disk needs a value");
  EXPECT_EQ(parse_options({"--observer", "bpftrace", "--disk", "vda"})->observer, "bpftrace");
  EXPECT_EQ(parse_options({"--tier", "empty", "--disk", "vda"})->tier, RS_TIER_EMPTY);
}

}  // namespace
}  // namespace ringside::loader
