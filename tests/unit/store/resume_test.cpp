// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks are done, and what `ringside list` counts.
#include <gmock/gmock.h>

#include "sample.h"

namespace ringside::store::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class Resume : public StoreTest {};

TEST_F(Resume, a_complete_attempt_makes_the_block_complete) {
  const StoredPlan plan = begin();
  const BlockId first = begin_block(plan.campaign, 1);
  ASSERT_TRUE(m_store.end_block(first, BlockStatus::complete, "", at(1)));
  const BlockId failed = begin_block(plan.campaign, 2, 1);
  ASSERT_TRUE(m_store.end_block(failed, BlockStatus::failed, "panic", at(1)));
  const auto point = m_store.resume_point(plan.campaign);
  ASSERT_TRUE(point);
  EXPECT_THAT(point->complete_blocks, ElementsAre(1));
  EXPECT_THAT(point->next_attempts, ElementsAre(Pair(1, 2), Pair(2, 2)));
}

TEST_F(Resume, a_block_cut_off_by_a_kill_is_repeated) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  ASSERT_TRUE(m_store.insert_measurement(measurement_of(plan, block, boot, 0, 0)));
  const auto point = m_store.resume_campaign(plan.campaign);
  ASSERT_TRUE(point);
  EXPECT_THAT(point->complete_blocks, IsEmpty());
  EXPECT_THAT(point->next_attempts, ElementsAre(Pair(1, 2)));
  EXPECT_EQ(m_store.blocks(plan.campaign)->front().status, BlockStatus::interrupted);
  EXPECT_EQ(m_store.boot(boot)->status, BootStatus::interrupted);
  EXPECT_EQ(m_store.measurements({.campaign = plan.campaign})->size(), 1U) << "what was measured stays";
}

TEST_F(Resume, a_kill_after_the_last_measurement_loses_nothing) {
  const StoredPlan plan = begin();
  measure_all(plan, begin_block(plan.campaign, 1));
  const auto point = m_store.resume_campaign(plan.campaign);
  ASSERT_TRUE(point);
  EXPECT_THAT(point->complete_blocks, ElementsAre(1));
}

TEST_F(Resume, a_finished_campaign_runs_again) {
  const StoredPlan plan = begin();
  ASSERT_TRUE(m_store.finish_campaign(plan.campaign, CampaignStatus::interrupted, at(5)));
  ASSERT_TRUE(m_store.resume_campaign(plan.campaign));
  EXPECT_EQ(m_store.campaign(plan.campaign)->status, CampaignStatus::running);
  EXPECT_FALSE(m_store.campaign(plan.campaign)->ended);
}

TEST_F(Resume, a_campaign_that_is_being_measured_is_not_taken_over) {
  const StoredPlan plan = begin();
  ASSERT_TRUE(m_store.resume_campaign(plan.campaign, "first"));
  const auto alive = [](std::string_view runner) { return runner == "first"; };
  const auto refused = m_store.resume_campaign(plan.campaign, "second", alive);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::usage);
  EXPECT_EQ(m_store.campaign(plan.campaign)->runner, "first");
  ASSERT_TRUE(m_store.finish_campaign(plan.campaign, CampaignStatus::interrupted, at(5)));
  ASSERT_TRUE(m_store.resume_campaign(plan.campaign, "second", alive)) << "it has ended, though its process lives";
  EXPECT_EQ(m_store.campaign(plan.campaign)->runner, "second");
}

TEST_F(Resume, other_campaigns_are_left_alone) {
  const StoredPlan plan = begin();
  const StoredPlan other = begin("other");
  static_cast<void>(begin_block(other.campaign, 1));
  ASSERT_TRUE(m_store.resume_campaign(plan.campaign));
  EXPECT_EQ(m_store.blocks(other.campaign)->front().status, BlockStatus::running);
}

TEST_F(Resume, summaries_count_what_is_there) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  measure_all(plan, block);
  ASSERT_TRUE(m_store.end_block(block, BlockStatus::complete, "", at(1)));
  const BlockId second = begin_block(plan.campaign, 2);
  const BootId boot = m_store.begin_boot(second, {{}, "kvm", at(1)}).value();
  ASSERT_TRUE(m_store.insert_measurement(measurement_of(plan, second, boot, 0, 0)));
  const auto list = m_store.campaigns();
  ASSERT_EQ(list->size(), 1U);
  const CampaignSummary& summary = list->front();
  EXPECT_EQ(summary.name, "poll-split");
  EXPECT_EQ(summary.host_name, "testhost");
  EXPECT_EQ(summary.arms, 2);
  EXPECT_EQ(summary.cells, 2);
  EXPECT_EQ(summary.planned_blocks, 2);
  EXPECT_EQ(summary.complete_blocks, 1);
  EXPECT_EQ(summary.measurements, 5);
  EXPECT_EQ(summary.invalid, 1);
}

TEST_F(Resume, campaigns_are_listed_newest_first_and_filtered) {
  const StoredPlan old = begin("a", 1'000);
  const StoredPlan newest = begin("b", 3'000);
  const StoredPlan middle = begin("a", 2'000);
  ASSERT_TRUE(m_store.set_tag(old.campaign, "v1"));
  ASSERT_TRUE(m_store.finish_campaign(middle.campaign, CampaignStatus::finished, at(1)));
  const auto ids = [&](const CampaignFilter& filter) {
    std::vector<CampaignRow> found;
    const auto list = m_store.campaigns(filter).value();
    for (const CampaignSummary& summary : list) found.push_back(summary.id);
    return found;
  };
  EXPECT_THAT(ids({}), ElementsAre(newest.campaign, middle.campaign, old.campaign));
  EXPECT_THAT(ids({.name = "a"}), ElementsAre(middle.campaign, old.campaign));
  EXPECT_THAT(ids({.tag = "v1"}), ElementsAre(old.campaign));
  EXPECT_THAT(ids({.status = CampaignStatus::finished}), ElementsAre(middle.campaign));
  EXPECT_THAT(ids({.limit = 1}), ElementsAre(newest.campaign));
}

}  // namespace
}  // namespace ringside::store::test
