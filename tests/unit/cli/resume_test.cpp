// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "config/load.h"

namespace ringside::cli {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view k_toml = R"([campaign]
name = "small"
[[arm]]
name = "a"
[[arm]]
name = "b"
device = { num-queues = 2 }
[fio]
ioengine = "io_uring"
runtime = "1s"
[matrix]
rw = ["randread"]
[design]
blocks = 5
)";

class ResumeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder = std::filesystem::temp_directory_path() /
               ("ringside-resume-" + std::to_string(::getpid()) + "-" + Uuid::random().to_text());
    std::filesystem::create_directories(m_folder);
    auto store = store::Store::open(m_folder / "results.db");
    ASSERT_TRUE(store) << store.error().text();
    m_store = std::make_unique<store::Store>(std::move(*store));
    auto campaign = config::parse(k_toml, "small.toml");
    ASSERT_TRUE(campaign) << campaign.error().text();
    m_campaign = std::move(*campaign);
  }
  void TearDown() override {
    m_store.reset();
    std::filesystem::remove_all(m_folder);
  }

  CampaignRow add(const std::string& name, store::CampaignStatus status, int minute) {
    store::Environment host;
    host.uuid = Uuid::random();
    host.identity = "host";
    host.name = "host";
    store::NewCampaign campaign;
    campaign.name = name;
    campaign.toml = m_campaign.toml;
    campaign.baseline = "a";
    campaign.accelerator = "tcg,thread=single";
    campaign.blocks = 5;
    campaign.started = WallTime(std::chrono::minutes(minute));
    campaign.host = m_store->add_environment(host).value();
    for (const auto& arm : m_campaign.arms) {
      store::ArmRecord record;
      record.name = arm.name;
      record.specification = arm.specification();
      record.sha256 = "00";
      campaign.arms.push_back(record);
    }
    campaign.cells = cells_of(m_campaign.matrix);
    const auto plan = m_store->begin_campaign(campaign);
    EXPECT_TRUE(plan) << plan.error().text();
    if (status != store::CampaignStatus::running) {
      EXPECT_TRUE(m_store->finish_campaign(plan->campaign, status, campaign.started));
    }
    return plan->campaign;
  }

  std::filesystem::path m_folder;
  std::unique_ptr<store::Store> m_store;
  Campaign m_campaign;
};

TEST_F(ResumeTest, takes_the_latest_unfinished_campaign) {
  add("small", store::CampaignStatus::interrupted, 1);
  const auto wanted = add("small", store::CampaignStatus::interrupted, 2);
  add("small", store::CampaignStatus::finished, 3);
  const auto choice = choose_resumed(*m_store, {}, "");
  ASSERT_TRUE(choice) << choice.error().text();
  EXPECT_EQ(choice->row, wanted);
  EXPECT_EQ(choice->campaign.toml, m_campaign.toml);
}

TEST_F(ResumeTest, takes_the_files_name_into_account) {
  const auto wanted = add("small", store::CampaignStatus::interrupted, 1);
  add("other", store::CampaignStatus::interrupted, 2);
  const auto choice = choose_resumed(*m_store, m_campaign, "");
  ASSERT_TRUE(choice) << choice.error().text();
  EXPECT_EQ(choice->row, wanted);
}

TEST_F(ResumeTest, a_campaign_whose_runner_was_killed_counts_as_unfinished) {
  const auto wanted = add("small", store::CampaignStatus::running, 1);
  const auto choice = choose_resumed(*m_store, {}, "");
  ASSERT_TRUE(choice) << choice.error().text();
  EXPECT_EQ(choice->row, wanted);
}

TEST_F(ResumeTest, refuses_a_finished_campaign) {
  add("small", store::CampaignStatus::finished, 1);
  const auto choice = choose_resumed(*m_store, {}, "small");
  ASSERT_FALSE(choice);
  EXPECT_THAT(choice.error().message, HasSubstr("is finished: there is nothing to go on with"));
  EXPECT_EQ(exit_code_of(choice.error().code), 2);
}

TEST_F(ResumeTest, says_so_when_nothing_is_unfinished) {
  const auto choice = choose_resumed(*m_store, {}, "");
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().message, "there is no unfinished campaign in the database");
}

TEST_F(ResumeTest, refuses_arms_that_are_no_longer_what_they_were) {
  m_campaign.arms[1].params["poll_queues"] = std::int64_t{1};  // stored so
  add("small", store::CampaignStatus::interrupted, 1);
  const auto choice = choose_resumed(*m_store, {}, "");
  ASSERT_FALSE(choice);
  EXPECT_THAT(choice.error().message, HasSubstr("arm 'b' is not what it was"));
}

}  // namespace
}  // namespace ringside::cli
