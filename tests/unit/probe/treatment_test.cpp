// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/treatment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringside::probe {
namespace {

using testing::HasSubstr;

Arm arm_with(std::int64_t queues, std::int64_t poll_queues, std::vector<std::string> expect = {}) {
  Arm arm;
  arm.name = "arm";
  arm.device = {{"num-queues", queues}};
  arm.params = {{"poll_queues", poll_queues}};
  arm.expect = std::move(expect);
  return arm;
}

DiskTreatment disk_with(QueueSplit split, std::uint64_t completed, std::uint64_t interrupts) {
  DiskTreatment disk;
  disk.disk = "vda";
  disk.hctx = split;
  disk.log_line = split;
  disk.completed = completed;
  disk.interrupts = interrupts;
  return disk;
}

const TreatmentCheck& named(const std::vector<TreatmentCheck>& checks, std::string_view id) {
  for (const TreatmentCheck& check : checks) {
    if (check.id == id) return check;
  }
  ADD_FAILURE() << "no check " << id;
  return checks.front();
}

TEST(PlannedSplit, poll_queues_are_taken_from_the_default_ones) {
  EXPECT_EQ(planned_split(arm_with(4, 2)), (QueueSplit{2, 0, 2}));
}

TEST(PlannedSplit, queues_are_limited_by_the_vcpus) {
  EXPECT_EQ(planned_split(arm_with(16, 0)), (QueueSplit{4, 0, 0}));
  Arm many = arm_with(16, 0);
  many.guest.max_vcpus = 16;
  EXPECT_EQ(planned_split(many), (QueueSplit{16, 0, 0}));
}

TEST(PlannedSplit, one_queue_always_stays_for_interrupts) {
  EXPECT_EQ(planned_split(arm_with(1, 1)), (QueueSplit{1, 0, 0}));
  EXPECT_EQ(planned_split(arm_with(4, 9)), (QueueSplit{1, 0, 3}));
  ASSERT_TRUE(clamped(arm_with(1, 1)));
  EXPECT_THAT(*clamped(arm_with(1, 1)), HasSubstr("clamped to 0"));
  EXPECT_FALSE(clamped(arm_with(4, 2)));
}

TEST(PlannedSplit, shared_polling_leaves_all_queues_default) {
  Arm arm = arm_with(4, 2);
  arm.params["poll_mode"] = std::string("shared");
  EXPECT_EQ(planned_split(arm), (QueueSplit{4, 0, 0}));
}

TEST(Treatment, a_polled_arm_with_almost_no_interrupts_passes) {
  const auto checks = check_treatment(arm_with(4, 2, {"polled"}), {disk_with({2, 0, 2}, 10000, 99)});
  EXPECT_EQ(named(checks, "polled").outcome, CheckOutcome::passed);
  EXPECT_EQ(named(checks, "split").outcome, CheckOutcome::passed);
  EXPECT_FALSE(violation(checks));
}

TEST(Treatment, a_polled_arm_that_takes_interrupts_is_a_violation) {
  const auto checks = check_treatment(arm_with(4, 2, {"polled"}), {disk_with({2, 0, 2}, 10000, 100)});
  ASSERT_TRUE(violation(checks));
  EXPECT_THAT(*violation(checks), HasSubstr("asked to poll, never polled"));
}

TEST(Treatment, polling_on_a_disk_without_poll_queues_is_a_violation) {
  const auto checks = check_treatment(arm_with(1, 0, {"polled"}), {disk_with({1, 0, 0}, 10000, 3)});
  ASSERT_TRUE(violation(checks));
  EXPECT_THAT(*violation(checks), HasSubstr("no queue of type poll"));
}

TEST(Treatment, missing_evidence_is_unknown_and_never_a_pass) {
  DiskTreatment blind;
  blind.completed = 1000;
  const auto checks = check_treatment(arm_with(4, 2, {"polled", "batched"}), {blind});
  EXPECT_EQ(named(checks, "split").outcome, CheckOutcome::unknown);
  EXPECT_EQ(named(checks, "polled").outcome, CheckOutcome::unknown);
  EXPECT_EQ(named(checks, "batched").outcome, CheckOutcome::unknown);
  ASSERT_TRUE(violation(checks));
  EXPECT_THAT(*violation(checks), HasSubstr("could not be proven"));
}

TEST(Treatment, no_io_at_all_proves_nothing) {
  const auto checks = check_treatment(arm_with(4, 0, {"not_polled"}), {disk_with({4, 0, 0}, 0, 0)});
  EXPECT_EQ(named(checks, "not_polled").outcome, CheckOutcome::unknown);
}

TEST(Treatment, a_split_that_differs_from_the_plan_is_a_violation_without_being_asked) {
  const auto checks = check_treatment(arm_with(4, 2), {disk_with({4, 0, 0}, 100, 50)});
  ASSERT_TRUE(violation(checks));
  EXPECT_THAT(*violation(checks), HasSubstr("2/0/2 planned, 4/0/0"));
}

TEST(Treatment, a_log_line_that_contradicts_the_queue_types_is_a_violation) {
  DiskTreatment disk = disk_with({2, 0, 2}, 100, 50);
  disk.log_line = QueueSplit{4, 0, 0};
  EXPECT_THAT(violation(check_treatment(arm_with(4, 2), {disk})).value_or(""), HasSubstr("log line"));
}

TEST(Treatment, not_polled_fails_where_interrupts_are_missing) {
  const auto checks = check_treatment(arm_with(4, 0, {"not_polled"}), {disk_with({4, 0, 0}, 10000, 0)});
  EXPECT_EQ(named(checks, "not_polled").outcome, CheckOutcome::failed);
}

TEST(Treatment, shared_polling_is_exempt_from_the_queue_type) {
  Arm arm = arm_with(4, 0, {"polled"});
  arm.params["poll_mode"] = std::string("shared");
  EXPECT_FALSE(violation(check_treatment(arm, {disk_with({4, 0, 0}, 10000, 0)})));
}

}  // namespace
}  // namespace ringside::probe
