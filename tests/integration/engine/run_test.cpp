// SPDX-License-Identifier: GPL-3.0-or-later
// Whole campaigns against a QEMU and a guest that fail on purpose: what is repeated, what is stored, what is resumed.
#include "engine/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <map>

#include "store/store.h"

namespace ringside::engine {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr std::size_t k_cells = 2;
constexpr std::size_t k_arms = 2;

class EngineRun : public ::testing::Test {
 protected:
  EngineRun() {
    std::string pattern = (fs::temp_directory_path() / "ringside-engine-XXXXXX").string();
    m_folder = ::mkdtemp(pattern.data());
    for (const char* name : {"one", "two"}) {
      Arm arm;
      arm.name = name;
      arm.guest.kernel = "fake";
      m_request.campaign.arms.push_back(arm);
    }
    m_request.campaign.arms[1].params = {{"poll_queues", std::int64_t{1}}};
    m_request.campaign.name = "fake";
    m_request.campaign.toml = "name = \"fake\"\n";
    m_request.campaign.fio = {{"runtime", std::string("1s")}, {"iodepth", std::int64_t{1}}};
    m_request.campaign.matrix = {{"bs", {std::string("512"), std::string("4k")}}};
    m_request.campaign.design = {3, 1, 5};
    m_request.database = m_folder / "results.db";
    m_request.stop = m_stop.get_token();
  }
  ~EngineRun() override { fs::remove_all(m_folder); }

  Result<RunOutcome> run(const std::string& script, bool once = false) {
    PreparedBoot boot;
    boot.arms = {0, 1};
    boot.image.name = "fake";
    boot.plan.qemu = FAKE_QEMU;
    boot.plan.kernel = FAKE_QEMU;  // the fake does not look into it
    boot.plan.initramfs = FAKE_QEMU;
    boot.plan.cmdline = "fake.script=" + script + " fake.fio=" RINGSIDE_TEST_DATA "/fio/fio-3.29-jsonplus-bins.json" +
                        (once ? " fake.once=" + (m_folder / "played").string() : "");
    boot.plan.disk_ports = 2;
    boot.accelerator.accel = Accel::tcg;
    return run_prepared(m_request, {boot}, [this](const Event& event) { hear(event); });
  }

  void hear(const Event& event) {
    if (std::holds_alternative<CellDone>(event) && ++m_cells_done == m_stop_after) m_stop.request_stop();
    if (const auto* broken = std::get_if<BlockBroken>(&event)) m_broken.push_back(*broken);
  }

  store::Store stored() const { return store::Store::open_read_only(m_request.database).value(); }

  // Attempts by block number, with their statuses in order.
  std::map<int, std::vector<store::BlockStatus>> attempts(CampaignRow campaign) const {
    std::map<int, std::vector<store::BlockStatus>> out;
    const auto blocks = stored().blocks(campaign);
    for (const auto& block : *blocks) out[block.number].push_back(block.status);
    return out;
  }

  std::vector<Measurement> measurements(CampaignRow campaign) const {
    store::MeasurementFilter filter;
    filter.campaign = campaign;
    return stored().measurements(filter).value();
  }

  fs::path m_folder;
  RunRequest m_request;
  std::stop_source m_stop;
  int m_stop_after = 0;
  int m_cells_done = 0;
  std::vector<BlockBroken> m_broken;
};

constexpr auto k_complete = store::BlockStatus::complete;
constexpr auto k_failed = store::BlockStatus::failed;
constexpr auto k_interrupted = store::BlockStatus::interrupted;

TEST_F(EngineRun, measures_every_arm_and_cell_of_every_block) {
  const auto outcome = run("good");
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_FALSE(outcome->failure);
  EXPECT_EQ(outcome->valid, 3 * k_arms * k_cells);
  EXPECT_EQ(outcome->invalid, 0u);
  EXPECT_EQ(outcome->boots, 3u);
  EXPECT_EQ(outcome->arm_changes, 3 * k_arms);
  EXPECT_EQ(measurements(outcome->campaign).size(), 3 * k_arms * k_cells);
  EXPECT_EQ(stored().campaign(outcome->campaign)->status, store::CampaignStatus::finished);
  EXPECT_EQ(stored().arms(outcome->campaign)->front().build_id, "00ff");
}

TEST_F(EngineRun, a_guest_whose_probes_say_nothing_costs_only_the_mechanism) {
  m_request.campaign.probes = ProbeTier::counters;
  const auto outcome = run("good");
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_FALSE(outcome->failure);
  EXPECT_EQ(outcome->valid, 3 * k_arms * k_cells) << "timed runs only";
  std::size_t probed = 0;
  for (const Measurement& one : measurements(outcome->campaign)) {
    if (!one.probed) continue;
    ++probed;
    EXPECT_EQ(one.status, MeasurementStatus::valid) << one.reason;
    EXPECT_THAT(one.warnings, ::testing::Contains(HasSubstr("no mechanism")));
    EXPECT_FALSE(stored().measurement(one.id)->mechanism);
  }
  EXPECT_EQ(probed, k_arms * k_cells) << "the first block only";
  EXPECT_EQ(stored().boots(outcome->campaign)->size(), 4u) << "one boot of its own";
}

TEST_F(EngineRun, a_guest_that_dies_once_costs_one_attempt_which_stays_stored) {
  const auto outcome = run("death-in-result", true);
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_FALSE(outcome->failure);
  const auto blocks = attempts(outcome->campaign);
  EXPECT_EQ(blocks.at(1), (std::vector{k_failed, k_complete}));
  EXPECT_EQ(blocks.at(2), (std::vector{k_complete}));
  ASSERT_EQ(m_broken.size(), 1u);
  EXPECT_TRUE(m_broken[0].repeated);
  EXPECT_EQ(outcome->blocks_failed, 0u);
}

TEST_F(EngineRun, a_driver_that_always_oopses_ends_the_campaign_after_two_blocks) {
  const auto outcome = run("oops-in-run");
  ASSERT_TRUE(outcome) << outcome.error().text();
  ASSERT_TRUE(outcome->failure);
  EXPECT_THAT(outcome->failure->text(), HasSubstr("2 blocks in a row"));
  const auto blocks = attempts(outcome->campaign);
  EXPECT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks.at(1), (std::vector{k_failed, k_failed, k_failed}));
  EXPECT_EQ(stored().campaign(outcome->campaign)->status, store::CampaignStatus::failed);
  const auto boots = stored().boots(outcome->campaign).value();
  ASSERT_FALSE(boots.empty());
  EXPECT_THAT(boots[0].incident, HasSubstr("NULL pointer dereference"));
  EXPECT_THAT(stored().boot(boots[0].id)->console, HasSubstr("RIP: 0010:virtblk_ref_queue_rq"));
}

TEST_F(EngineRun, the_emulators_int3_gets_more_attempts_than_a_drivers_fault) {
  const auto outcome = run("int3-in-run");
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_EQ(attempts(outcome->campaign).at(1).size(), 6u);
}

TEST_F(EngineRun, a_treatment_that_cannot_be_proven_is_repeated_once_and_then_known) {
  m_request.campaign.arms[1].expect = {"polled"};  // the fake counts no interrupts and no I/O
  const auto outcome = run("good");
  ASSERT_TRUE(outcome) << outcome.error().text();
  const auto blocks = attempts(outcome->campaign);
  EXPECT_EQ(blocks.at(1), (std::vector{k_failed, k_complete}));
  EXPECT_EQ(blocks.at(2), (std::vector{k_complete}));
  EXPECT_EQ(blocks.at(3), (std::vector{k_complete}));
  const ArmId polled = stored().arms(outcome->campaign)->at(1).id;
  for (const Measurement& measurement : measurements(outcome->campaign)) {
    const bool invalid = measurement.status == MeasurementStatus::invalid;
    EXPECT_EQ(invalid, measurement.arm == polled) << measurement.reason;
    if (invalid) {
      EXPECT_THAT(measurement.reason, HasSubstr("'polled'"));
    }
  }
}

TEST_F(EngineRun, a_result_that_is_no_result_is_stored_invalid_and_repeats_nothing) {
  m_request.campaign.fio["iodepth"] = std::int64_t{32};  // the fake's rate breaks Little's law at that depth
  const auto outcome = run("good");
  ASSERT_TRUE(outcome) << outcome.error().text();
  EXPECT_EQ(outcome->valid, 0u);
  EXPECT_EQ(outcome->invalid, 3 * k_arms * k_cells);
  EXPECT_TRUE(m_broken.empty());
}

TEST_F(EngineRun, a_stop_ends_after_the_present_cell_and_resume_completes_the_rest) {
  m_stop_after = static_cast<int>(k_arms * k_cells) + 1;  // one cell into the second block
  const auto first = run("good");
  ASSERT_TRUE(first) << first.error().text();
  EXPECT_TRUE(first->interrupted);
  EXPECT_EQ(measurements(first->campaign).size(), k_arms * k_cells + 1);
  EXPECT_EQ(attempts(first->campaign).at(2), (std::vector{k_interrupted}));
  EXPECT_EQ(stored().campaign(first->campaign)->status, store::CampaignStatus::interrupted);

  m_request.stop = {};
  m_request.resume = first->campaign;
  const auto second = run("good");
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(second->uuid, first->uuid);
  EXPECT_FALSE(second->interrupted);
  const auto blocks = attempts(first->campaign);
  EXPECT_EQ(blocks.at(1), (std::vector{k_complete}));
  EXPECT_EQ(blocks.at(2), (std::vector{k_interrupted, k_complete}));
  EXPECT_EQ(blocks.at(3), (std::vector{k_complete}));
  EXPECT_EQ(stored().campaign(first->campaign)->status, store::CampaignStatus::finished);
}

TEST_F(EngineRun, resume_refuses_another_campaigns_text) {
  const auto first = run("good");
  ASSERT_TRUE(first);
  m_request.resume = first->campaign;
  m_request.campaign.toml += "# changed\n";
  const auto second = run("good");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::configuration);
}

}  // namespace
}  // namespace ringside::engine
