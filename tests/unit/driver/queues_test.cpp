// SPDX-License-Identifier: GPL-3.0-or-later
// How many queues the reference driver makes, of which kind and how deep.
#include <gtest/gtest.h>

#include "driver/limits.h"

namespace {

constexpr __u32 k_no_limit = 0;

TEST(QueueCount, is_what_the_device_has_where_cpus_suffice) {
  EXPECT_EQ(vbr_queue_count(4, 8, k_no_limit), 4U);
}

TEST(QueueCount, is_clamped_to_the_cpus) {
  EXPECT_EQ(vbr_queue_count(16, 4, k_no_limit), 4U);
}

TEST(QueueCount, is_clamped_to_the_limit) {
  EXPECT_EQ(vbr_queue_count(16, 8, 3), 3U);
  EXPECT_EQ(vbr_queue_count(2, 8, 3), 2U);
}

TEST(QueueCount, of_a_device_without_queues_is_zero_so_that_it_can_be_refused) {
  EXPECT_EQ(vbr_queue_count(0, 8, k_no_limit), 0U);
  EXPECT_EQ(vbr_queue_count(0, 8, 3), 0U);
}

TEST(PollQueueCount, is_what_was_asked_for_where_one_other_queue_remains) {
  EXPECT_EQ(vbr_poll_queue_count(0, 4), 0U);
  EXPECT_EQ(vbr_poll_queue_count(2, 4), 2U);
  EXPECT_EQ(vbr_poll_queue_count(3, 4), 3U);
}

TEST(PollQueueCount, leaves_one_queue_with_an_interrupt) {
  EXPECT_EQ(vbr_poll_queue_count(4, 4), 3U);
  EXPECT_EQ(vbr_poll_queue_count(65535, 4), 3U);
}

TEST(PollQueueCount, of_one_queue_is_zero) {
  EXPECT_EQ(vbr_poll_queue_count(1, 1), 0U);
}

TEST(PollQueueCount, of_no_queue_does_not_wrap_around) {
  EXPECT_EQ(vbr_poll_queue_count(1, 0), 0U);
}

TEST(QueueDepth, defaults_to_the_ring_where_a_request_takes_one_entry) {
  EXPECT_EQ(vbr_queue_depth(0, 256, true), 256U);
}

TEST(QueueDepth, defaults_to_half_the_ring_without_indirect_descriptors) {
  EXPECT_EQ(vbr_queue_depth(0, 256, false), 128U);
}

TEST(QueueDepth, is_at_least_one) {
  EXPECT_EQ(vbr_queue_depth(0, 1, false), 1U);
}

TEST(QueueDepth, as_asked_for_may_exceed_the_ring) {
  EXPECT_EQ(vbr_queue_depth(600, 256, true), 600U);
  EXPECT_EQ(vbr_queue_depth(4, 256, false), 4U);
}

}  // namespace
