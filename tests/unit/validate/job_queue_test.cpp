// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/job_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringside::validate {
namespace {

using testing::ElementsAre;

const Case k_case{.name = "a/b"};

Job job(std::size_t number, std::size_t driver, int vcpus = 2, bool own = false) {
  return {number, &k_case, {0, driver, {.vcpus = vcpus, .own = own}}};
}

// What one worker gets, one after the other.
std::vector<std::size_t> all_of(JobQueue& queue) {
  std::vector<std::size_t> out;
  std::optional<GuestKey> current;
  while (const auto next = queue.next(current)) {
    out.push_back(next->number);
    current = next->guest;
  }
  return out;
}

TEST(Queue, a_worker_stays_with_its_guest_as_long_as_there_is_work_for_it) {
  JobQueue queue({job(0, 0), job(1, 1), job(2, 0), job(3, 1), job(4, 0)});
  EXPECT_THAT(all_of(queue), ElementsAre(0, 2, 4, 1, 3));
}

TEST(Queue, cases_with_a_guest_of_their_own_come_last) {
  JobQueue queue({job(0, 0, 2, true), job(1, 0), job(2, 0, 2, true), job(3, 0)});
  EXPECT_THAT(all_of(queue), ElementsAre(1, 3, 0, 2));
}

TEST(Queue, other_needs_are_another_guest) {
  JobQueue queue({job(0, 0, 2), job(1, 0, 4), job(2, 0, 2)});
  EXPECT_THAT(all_of(queue), ElementsAre(0, 2, 1));
}

TEST(Queue, a_second_worker_takes_the_kind_that_nobody_is_at) {
  JobQueue queue({job(0, 0), job(1, 0), job(2, 0), job(3, 1)});
  EXPECT_EQ(queue.next({})->number, 0u);
  EXPECT_EQ(queue.next({})->number, 3u);
}

TEST(Queue, nobody_stands_idle_while_there_is_work_of_one_kind_only) {
  JobQueue queue({job(0, 0), job(1, 0), job(2, 0)});
  const auto first = queue.next({});
  const auto second = queue.next({});
  ASSERT_TRUE(first && second);
  EXPECT_EQ(queue.next(second->guest)->number, 2u);
  EXPECT_FALSE(queue.next(first->guest));
}

TEST(Queue, each_job_is_handed_out_once) {
  JobQueue queue({job(0, 0), job(1, 1), job(2, 2, 2, true), job(3, 2)});
  std::vector<std::size_t> seen = all_of(queue);
  std::ranges::sort(seen);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3));
  EXPECT_FALSE(queue.next({}));
}

}  // namespace
}  // namespace ringside::validate
