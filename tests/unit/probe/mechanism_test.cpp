// SPDX-License-Identifier: GPL-3.0-or-later
// The loader's output as a value, and what is decided on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/loader_output.h"
#include "probe/mechanism_checks.h"

namespace ringside::probe {
namespace {

using testing::HasSubstr;

constexpr std::string_view k_output = R"({"schema":"ringside.probe/1","tier":1,"module":"virtio_blk",
"probes":[{"program":"issue","target":"","module":"","state":"attached","why":"","misses":2},
          {"program":"notify","target":"vp_notify","module":"","state":"missing","why":"no BTF","misses":0}],
"counters":[{"name":"issued","queue":0,"value":3},{"name":"issued","queue":1,"value":4},
            {"name":"bio_polls","queue":-1,"value":9}],
"histograms":[{"name":"issue_to_complete_ns","queue":0,"bins":[[100,2],[120,1]]}]})";

std::string with(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(LoaderOutput, counters_are_by_queue_and_sum_up) {
  const auto seen = parse_loader_output(k_output);
  ASSERT_TRUE(seen) << seen.error().text();
  EXPECT_EQ(seen->total("issued"), 7u);
  EXPECT_EQ(seen->total_from("issued", 1), 4u);
  EXPECT_EQ(seen->total("bio_polls"), 9u);
  EXPECT_EQ(seen->total_from("bio_polls", 0), 0u);
  EXPECT_EQ(seen->misses(), 2u);
  ASSERT_EQ(seen->histograms.size(), 1u);
  EXPECT_EQ(seen->histograms[0].histogram.total(), 3u);
}

TEST(LoaderOutput, what_was_not_counted_is_unknown_and_not_zero) {
  const auto seen = parse_loader_output(k_output);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->total("notifications"), std::nullopt);
  EXPECT_EQ(seen->probe("notify")->why, "no BTF");
}

TEST(LoaderOutput, lost_events_degrade_it) {
  const auto seen = parse_loader_output(k_output);
  ASSERT_TRUE(seen);
  EXPECT_THAT(seen->degradations(), testing::ElementsAre(HasSubstr("issue lost 2 events")));
}

TEST(LoaderOutput, a_lying_guest_is_an_error) {
  const std::string good(k_output);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"ringside.probe/1", "ringside.probe/9"},
                                                                  {"\"value\":3", "\"value\":-3"},
                                                                  {"\"value\":3", "\"value\":18446744073709551615"},
                                                                  {"\"queue\":0,\"value\"", "\"queue\":1,\"value\""},
                                                                  {"[100,2]", "[4000000,2]"},
                                                                  {"[100,2]", "[100]"},
                                                                  {"\"missing\"", "\"fine\""},
                                                                  {"\"tier\":1", "\"tier\":\"x\""}}) {
    const auto seen = parse_loader_output(with(good, from, to));
    ASSERT_FALSE(seen) << to;
    EXPECT_EQ(seen.error().code, ErrorCode::invalid_result);
  }
  EXPECT_FALSE(parse_loader_output("{"));
  EXPECT_FALSE(parse_loader_output("[]"));
}

class MechanismChecks : public ::testing::Test {
 protected:
  MechanismChecks() {
    m_arm.device = {{"num-queues", std::int64_t{2}}};
    m_arm.params = {{"poll_queues", std::int64_t{1}}};
    m_counts.disks.emplace_back();
    m_counts.disks[0].disk = "vda";
    m_counts.disks[0].hctx = QueueSplit{1, 0, 1};
    m_counts.disks[0].completed = 100;
    count("issued", 100);
    count("completed", 100);
    count("requeued", 0);
    count("issued_polled", 100);
    count("issued_on_poll_queue", 100);
    count("polls", 400);
    count("poll_completions", 100);
    count("kicks", 10);
    count("kicks_needed", 8);
    count("kicks_suppressed", 2);
    count("notifications", 8);
    count("stops", 0);
    count("callbacks", 0);
    count("batches", 10);
    count("batch_requests", 100);
  }
  // On the poll queue.
  void count(const std::string& name, std::uint64_t value) { m_seen.counters[name][1] = value; }
  TreatmentCheck check(const std::string& id) {
    m_arm.expect = {id};
    for (const TreatmentCheck& one : check_mechanism(m_arm, m_seen, m_counts)) {
      if (one.id == id) return one;
    }
    ADD_FAILURE() << "no check " << id;
    return {};
  }
  void lose(const std::string& program, std::vector<std::string> counters) {
    for (const std::string& name : counters) m_seen.counters.erase(name);
    m_seen.probes.push_back({program, "f", "missing", "no BTF", 0});
  }

  Arm m_arm;
  Mechanism m_seen;
  IndependentCounts m_counts;
};

TEST_F(MechanismChecks, polls_that_find_work_prove_polling) {
  EXPECT_EQ(check("polled").outcome, CheckOutcome::passed);
  EXPECT_EQ(check("not_polled").outcome, CheckOutcome::failed);
  EXPECT_EQ(check("no_poll_irqs").outcome, CheckOutcome::passed);
}

TEST_F(MechanismChecks, a_silent_downgrade_is_named) {
  count("issued_polled", 0);
  count("issued_on_poll_queue", 0);
  count("poll_completions", 0);
  const TreatmentCheck polled = check("polled");
  EXPECT_EQ(polled.outcome, CheckOutcome::failed);
  EXPECT_THAT(polled.evidence, HasSubstr("asked to poll, never polled"));
  EXPECT_THAT(polled.evidence, HasSubstr("100 issued"));
  EXPECT_EQ(check("not_polled").outcome, CheckOutcome::passed);
}

TEST_F(MechanismChecks, shared_polling_needs_no_queue_of_type_poll) {
  count("issued_on_poll_queue", 0);
  EXPECT_EQ(check("polled").outcome, CheckOutcome::failed);
  m_arm.params = {{"poll_mode", std::string("shared")}};
  EXPECT_EQ(check("polled").outcome, CheckOutcome::passed);
}

TEST_F(MechanismChecks, a_missing_probe_makes_a_check_unknown) {
  lose("poll", {"polls", "poll_completions"});
  const TreatmentCheck polled = check("polled");
  EXPECT_EQ(polled.outcome, CheckOutcome::unknown);
  EXPECT_THAT(polled.evidence, HasSubstr("no BTF"));
  EXPECT_EQ(check("batched").outcome, CheckOutcome::passed);
}

TEST_F(MechanismChecks, callbacks_on_poll_queues_are_found_by_queue) {
  count("callbacks", 3);
  EXPECT_EQ(check("no_poll_irqs").outcome, CheckOutcome::failed);
  m_seen.counters["callbacks"] = {{0, 3}, {1, 0}};
  EXPECT_EQ(check("no_poll_irqs").outcome, CheckOutcome::passed);
}

TEST_F(MechanismChecks, a_batch_of_one_is_no_batch) {
  EXPECT_EQ(check("batched").outcome, CheckOutcome::passed);
  count("batches", 100);
  EXPECT_EQ(check("batched").outcome, CheckOutcome::failed);
}

TEST_F(MechanismChecks, rare_suppression_is_none) {
  EXPECT_EQ(check("suppressed").outcome, CheckOutcome::passed);
  count("kicks", 1000);
  EXPECT_EQ(check("suppressed").outcome, CheckOutcome::failed);
}

TEST_F(MechanismChecks, only_a_driver_that_tells_notifies_unlocked) {
  EXPECT_EQ(check("notify_unlocked").outcome, CheckOutcome::unknown);
  count("notified_locked", 0);
  count("notified_unlocked", 8);
  EXPECT_EQ(check("notify_unlocked").outcome, CheckOutcome::passed);
  count("notified_locked", 1);
  EXPECT_EQ(check("notify_unlocked").outcome, CheckOutcome::failed);
}

TEST_F(MechanismChecks, dm_polling_needs_both_layers) {
  EXPECT_EQ(check("dm_polled").outcome, CheckOutcome::unknown);
  count("dm_polls", 5);
  EXPECT_EQ(check("dm_polled").outcome, CheckOutcome::passed);
  count("poll_completions", 0);
  EXPECT_EQ(check("dm_polled").outcome, CheckOutcome::failed);
}

TEST_F(MechanismChecks, counts_are_conserved_to_the_last_event) {
  m_counts.fio_ios = 100;
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::passed);
  m_counts.fio_ios = 101;
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::failed);
  m_seen.probes.push_back({"complete", "", "attached", "", 1});
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::passed) << "one event was lost and told";
}

TEST_F(MechanismChecks, a_full_ring_notifies_without_a_kick) {
  count("notifications", 9);
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::failed);
  count("stops", 1);
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::passed);
  count("notifications", 7);
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::failed);
}

TEST_F(MechanismChecks, requeued_requests_are_issued_again) {
  count("issued", 105);
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::failed);
  count("requeued", 5);
  EXPECT_EQ(check("conservation").outcome, CheckOutcome::passed);
}

}  // namespace
}  // namespace ringside::probe
