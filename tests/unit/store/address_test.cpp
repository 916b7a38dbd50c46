// SPDX-License-Identifier: GPL-3.0-or-later
// How people name campaigns and arms.
#include <gmock/gmock.h>

#include "sample.h"

namespace ringside::store::test {
namespace {

using testing::HasSubstr;

class Address : public StoreTest {
 protected:
  CampaignRow begin_as(std::string_view uuid, std::string name, std::int64_t started) {
    NewCampaign campaign = sample_campaign(m_store.add_environment(sample_host()).value(), std::move(name));
    campaign.uuid = Uuid::parse(uuid).value();
    campaign.started = at(started);
    return m_store.begin_campaign(campaign).value().campaign;
  }

  CampaignRow m_oldest = begin_as("aaaa1111-0000-4000-8000-000000000001", "poll-split", 1'000);
  CampaignRow m_middle = begin_as("aaaa2222-0000-4000-8000-000000000002", "poll-split", 2'000);
  CampaignRow m_newest = begin_as("bbbb3333-0000-4000-8000-000000000003", "kernels", 3'000);
};

TEST_F(Address, a_name_is_its_latest_campaign) {
  EXPECT_EQ(m_store.find_campaign("poll-split"), m_middle);
  EXPECT_EQ(m_store.find_campaign("poll-split~1"), m_oldest);
  EXPECT_EQ(m_store.find_campaign("poll-split~0"), m_middle);
}

TEST_F(Address, nothing_is_the_latest_of_all) {
  EXPECT_EQ(m_store.find_campaign(""), m_newest);
  EXPECT_EQ(m_store.find_campaign("~2"), m_oldest);
}

TEST_F(Address, a_prefix_of_the_uuid_is_enough) {
  EXPECT_EQ(m_store.find_campaign("bbbb"), m_newest);
  EXPECT_EQ(m_store.find_campaign("BBBB3333-0"), m_newest);
  EXPECT_EQ(m_store.find_campaign("aaaa1111-0000-4000-8000-000000000001"), m_oldest);
}

TEST_F(Address, a_prefix_that_fits_several_lists_them) {
  const auto found = m_store.find_campaign("aaaa");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::usage);
  EXPECT_THAT(found.error().hint, HasSubstr("aaaa1111-0000-4000-8000-000000000001"));
  EXPECT_THAT(found.error().hint, HasSubstr("aaaa2222-0000-4000-8000-000000000002"));
}

TEST_F(Address, a_tag_is_the_latest_campaign_that_carries_it) {
  ASSERT_TRUE(m_store.set_tag(m_oldest, "v1"));
  EXPECT_EQ(m_store.find_campaign("v1"), m_oldest);
  ASSERT_TRUE(m_store.set_tag(m_newest, "v1"));
  EXPECT_EQ(m_store.find_campaign("v1"), m_newest);
  EXPECT_EQ(m_store.find_campaign("v1~1"), m_oldest);
}

TEST_F(Address, an_unknown_name_is_answered_with_the_nearest) {
  const auto found = m_store.find_campaign("pol-splt");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::not_found);
  EXPECT_THAT(found.error().hint, HasSubstr("'poll-split'"));
}

TEST_F(Address, going_back_too_far_is_told) {
  const auto found = m_store.find_campaign("poll-split~2");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::not_found);
  EXPECT_THAT(found.error().message, HasSubstr("2 campaigns"));
}

TEST_F(Address, arms_are_found_in_the_latest_or_the_named_campaign) {
  EXPECT_EQ(m_store.find_arm("irq")->campaign, m_newest);
  EXPECT_EQ(m_store.find_arm("irq")->arm, m_store.arms(m_newest)->at(0).id);
  EXPECT_EQ(m_store.find_arm("poll-split~1:poll-2")->campaign, m_oldest);
  const auto unknown = m_store.find_arm("poll-3");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::not_found);
  EXPECT_THAT(unknown.error().hint, HasSubstr("irq, poll-2"));
}

TEST(EmptyStore, says_that_it_is_empty) {
  const TemporaryFolder folder;
  const Store store = Store::open(folder / "empty.db").value();
  const auto found = store.find_campaign("");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("no campaign yet"));
}

}  // namespace
}  // namespace ringside::store::test
