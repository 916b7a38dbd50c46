// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside gate --stored`, `plan` and the refusal after a failed A/A, on stores whose content the test knows.
#include "analysis/gate.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "../cli/program_fixture.h"
#include "cli/gate_measure.h"
#include "config/load.h"
#include "fakestore/fake_store.h"
#include "store/store.h"

namespace ringside {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string k_hostile = "bs=4k x=]]><a&\"'|`::error::\n%0A";

class GateStored : public ProgramTest {
 protected:
  // Of five cells the second is 2 % slower, the third 5 %, the fourth 5 % faster, the fifth 20 % slower.
  void fill(int cells, int blocks, int campaigns = 1) const {
    auto store = opened();
    const fakestore::Size size{.campaigns = campaigns, .cells = cells, .arms = 2, .blocks = blocks};
    const auto filled = fakestore::fill(store, size, 1);
    ASSERT_TRUE(filled) << filled.error().text();
  }
  [[nodiscard]] store::Store opened() const { return store::Store::open(m_folder / "results.db").value(); }

  [[nodiscard]] host::Finished gate(const std::string& more = {}, const std::string& before = {}) const {
    return shell(before +
                 " $R gate --db results.db --junit gate.xml --json gate.json --markdown gate.md "
                 "--annotations always " +
                 more);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(m_folder / name).rdbuf();
    return text.str();
  }
  [[nodiscard]] json document() const { return json::parse(read("gate.json"), nullptr, false); }
  void expect_valid_junit() const {
    const auto checked = run_argv(
        {"xmllint", "--noout", "--schema", RINGSIDE_TEST_DATA "/junit/junit.xsd", (m_folder / "gate.xml").string()});
    EXPECT_EQ(checked.exit.code, 0) << checked.errors << read("gate.xml");
  }
};

TEST_F(GateStored, a_regression_is_named_in_every_output) {
  fill(5, 10);
  const auto ended = gate("--stored fake-0");
  EXPECT_EQ(ended.exit.code, 1) << ended.errors;
  const auto found = document();
  EXPECT_EQ(found["schema"], "ringside.gate/1");
  EXPECT_EQ(found["outcome"], "FAIL");
  EXPECT_EQ(found["exit_code"], 1);
  EXPECT_EQ(found["method"], "one_stage");
  const auto& entries = found["candidates"][0]["entries"];
  ASSERT_EQ(entries.size(), 5u) << "a campaign without margins is gated on IOPS";
  const std::string cell = entries[4]["cell"];
  EXPECT_EQ(entries[4]["outcome"], "FAIL");
  EXPECT_EQ(entries[4]["figures"]["verdict"], "regressed");
  EXPECT_EQ(entries[0]["outcome"], "PASS");
  EXPECT_EQ(entries[3]["outcome"], "PASS") << "faster";
  expect_valid_junit();
  EXPECT_THAT(read("gate.xml"), AllOf(HasSubstr(cell), HasSubstr("<failure type=\"regressed\"")));
  EXPECT_THAT(read("gate.md"), AllOf(HasSubstr("gate of fake-0: FAIL"), HasSubstr("FAIL")));
  EXPECT_THAT(ended.output, AllOf(HasSubstr("::error title=ringside%3A FAIL in " + cell),
                                  HasSubstr("regressed beyond the margin of 5%25")));
}

TEST_F(GateStored, the_same_twice_passes_and_strictly_too) {
  fill(1, 10);
  EXPECT_EQ(gate("--stored fake-0").exit.code, 0);
  expect_valid_junit();
  EXPECT_EQ(document()["outcome"], "PASS");
  EXPECT_EQ(gate("--stored fake-0 --strict").exit.code, 0);
}

TEST_F(GateStored, too_few_blocks_warn_and_are_inconclusive_for_strict) {
  fill(1, 4);
  const auto ended = gate("--stored fake-0");
  EXPECT_EQ(ended.exit.code, 0) << ended.errors;
  EXPECT_EQ(document()["outcome"], "WARN");
  EXPECT_THAT(ended.output, HasSubstr("::warning "));
  expect_valid_junit();
  const auto strict = gate("--stored fake-0 --strict");
  EXPECT_EQ(strict.exit.code, 4);
  EXPECT_EQ(document()["outcome"], "INCONCLUSIVE");
  EXPECT_THAT(strict.output, HasSubstr("::error "));
  EXPECT_THAT(read("gate.xml"), HasSubstr("<failure type=\"inconclusive\""));
  expect_valid_junit();
}

TEST_F(GateStored, metrics_can_be_chosen_and_are_families_of_their_own) {
  fill(5, 10);
  EXPECT_EQ(gate("--stored fake-0 --metric lat_p99 --metric iops").exit.code, 1);
  const auto found = document();
  EXPECT_EQ(found["metrics"], json::array({"lat_p99", "iops"}));
  EXPECT_EQ(found["candidates"][0]["entries"].size(), 10u);
}

TEST_F(GateStored, a_jobs_summary_is_added_to) {
  fill(1, 5);
  write("summary.md", "before\n");
  EXPECT_EQ(gate("--stored fake-0", "GITHUB_STEP_SUMMARY=summary.md").exit.code, 0);
  EXPECT_THAT(read("summary.md"), AllOf(testing::StartsWith("before\n"), HasSubstr("gate of fake-0")));
}

TEST_F(GateStored, a_report_that_cannot_be_written_is_said_before_anything_is_judged) {
  fill(1, 5);
  const auto ended = shell("$R gate --db results.db --stored fake-0 --junit nowhere/gate.xml");
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("nowhere/gate.xml"));
}

TEST_F(GateStored, nothing_but_the_reports_is_left_in_the_folder) {
  fill(1, 5);
  EXPECT_EQ(gate("--stored fake-0").exit.code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(m_folder)) {
    EXPECT_THAT(entry.path().filename().string(), Not(testing::StartsWith("."))) << "a temporary file";
  }
}

TEST_F(GateStored, usage_is_checked) {
  EXPECT_EQ(ringside({"gate"}).exit.code, 2);
  const auto file = write("good.toml", k_good_campaign).string();
  EXPECT_EQ(ringside({"gate", file, "--stored", "x"}).exit.code, 2);
  fill(1, 5);
  EXPECT_EQ(gate("--stored nobody").exit.code, 2);
  EXPECT_EQ(gate("--stored fake-0 --metric bandwidth").exit.code, 2);
}

// A campaign whose candidate has no valid measurement, with hostile names.
class GateInvalid : public GateStored {
 protected:
  void SetUp() override {
    GateStored::SetUp();
    auto store = opened();
    store::Environment host{Uuid::random(), store::EnvironmentKind::host, "machine", "ho<st", {}, {}};
    store::NewCampaign campaign;
    campaign.name = "hostile";
    campaign.baseline = "base";
    campaign.accelerator = "kvm";
    campaign.blocks = 1;
    campaign.host = store.add_environment(host).value();
    campaign.arms = {{.name = "base"}, {.name = "<cand&\"'>"}};
    campaign.cells = {Cell{{{"rw", k_hostile}}}};
    const auto plan = store.begin_campaign(campaign).value();
    store::BlockRecord record;
    const auto block = store.begin_block(plan.campaign, record).value();
    const auto boot = store.begin_boot(block, {{"qemu"}, "kvm", {}}).value();
    for (const ArmId arm : plan.arms) {
      Measurement row;
      row.block = block;
      row.boot = boot;
      row.arm = arm;
      row.cell = plan.cells[0];
      row.fio = FioResult{};
      DirectionResult sums;
      sums.ios = 1000;
      sums.runtime = std::chrono::seconds(1);
      row.fio->directions.push_back(sums);
      if (arm != plan.arms[0]) {
        row.status = MeasurementStatus::invalid;
        row.reason = "treatment 'polled' did not take effect: 3 of 1000 & <none>\n::error::x";
      }
      ASSERT_TRUE(store.insert_measurement(row));
    }
    ASSERT_TRUE(store.end_block(block, store::BlockStatus::complete, "", {}));
    ASSERT_TRUE(store.finish_campaign(plan.campaign, store::CampaignStatus::finished, {}));
  }
};

TEST_F(GateInvalid, an_invalid_candidate_ends_with_3_and_whole_escaped_reports) {
  const auto ended = gate("--stored hostile");
  EXPECT_EQ(ended.exit.code, 3) << ended.errors;
  expect_valid_junit();
  EXPECT_THAT(read("gate.xml"), AllOf(HasSubstr("<error type=\"invalid\""), HasSubstr("&#39;polled&#39;")));
  const auto found = document();
  EXPECT_EQ(found["outcome"], "INVALID");
  EXPECT_THAT(found["candidates"][0]["entries"][0]["text"].get<std::string>(), HasSubstr("'polled'"));
  EXPECT_THAT(read("gate.md"), HasSubstr("INVALID"));
  // One command per line: no name begins another one.
  std::istringstream lines(ended.output);
  std::size_t commands = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto text = line.find_first_not_of(' ');
    if (text != std::string::npos && line.substr(text).starts_with("::")) ++commands;
  }
  EXPECT_EQ(commands, 1u) << ended.output;
}

TEST_F(GateStored, a_failed_aa_refuses_the_gate_and_says_so_in_the_reports) {
  fill(1, 10, 2);
  {
    auto store = opened();
    store::AaRecord record;
    record.campaign = store.find_campaign("fake-1").value();
    record.metric = "iops";
    record.comparisons = 40;
    record.flagged = 9;  // its lower bound, 10.8 %, exceeds 5 %
    ASSERT_TRUE(store.store_aa_result(record));
  }
  const auto ended = gate("--stored fake-0");
  EXPECT_EQ(ended.exit.code, 3);
  EXPECT_THAT(ended.errors, HasSubstr("9 of 40"));
  expect_valid_junit();
  EXPECT_EQ(document()["failure"]["id"], "aa_failed");
  EXPECT_THAT(read("gate.xml"), HasSubstr("type=\"aa_failed\""));
  {
    auto store = opened();
    store::AaRecord better;
    better.campaign = store.find_campaign("fake-0").value();
    better.metric = "iops";
    better.comparisons = 40;
    better.flagged = 2;
    better.recorded = WallTime(std::chrono::hours(1));
    ASSERT_TRUE(store.store_aa_result(better));
  }
  EXPECT_EQ(gate("--stored fake-0").exit.code, 0) << "the latest one counts";
}

TEST_F(GateStored, two_stages_decide_on_fresh_blocks_of_the_flagged_cells_and_are_kept) {
  fill(5, 10, 2);
  auto store = opened();
  const auto first = store.find_campaign("fake-0").value();
  const auto second = store.find_campaign("fake-1").value();
  const auto again = analysis::cells_to_measure_again(store, first);
  ASSERT_TRUE(again);
  EXPECT_GE(again->size(), 1u);
  EXPECT_LT(again->size(), 5u);
  EXPECT_FALSE(analysis::judge_in_two_stages(store, first, std::nullopt)) << "flagged cells must be measured again";
  const auto judged = analysis::judge_in_two_stages(store, first, second);
  ASSERT_TRUE(judged) << judged.error().text();
  EXPECT_EQ(judged->exit_code, 1);
  const auto& entries = judged->candidates[0].entries;
  EXPECT_EQ(entries[0].stage, 1);
  EXPECT_EQ(entries[4].stage, 2);
  EXPECT_EQ(entries[4].outcome, GateOutcome::fail);
  EXPECT_TRUE(entries[4].screened);
  const auto records = analysis::verdict_records(store, *judged);
  ASSERT_TRUE(records);
  ASSERT_TRUE(store.store_gate_verdicts(*records));
  ASSERT_TRUE(store.store_gate_verdicts(*records)) << "a second time replaces";
  EXPECT_EQ(store.gate_verdicts(first)->size() + store.gate_verdicts(second)->size(), 5u);
  EXPECT_EQ(store.gate_verdicts(second)->size(), again->size());
  ASSERT_TRUE(store.link_gate_stages(first, second));
  EXPECT_EQ(store.second_stage_of(first).value(), second);
  EXPECT_EQ(store.first_stage_of(second).value(), first);
  EXPECT_FALSE(store.first_stage_of(first).value());
}

TEST_F(GateStored, stage_two_is_a_campaign_file_of_the_flagged_cells) {
  const auto file = write("good.toml", k_good_campaign).string();
  const std::vector<std::string> set{"design.blocks=7"};
  const auto first = config::load(file, set);
  ASSERT_TRUE(first);
  const auto second = cli::second_stage(*first, {"bs=4k numjobs=2 rw=randread"});
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(second->name, "poll-split.stage-2");
  EXPECT_EQ(second->design.blocks, 7);
  EXPECT_NE(second->design.seed, first->design.seed);
  ASSERT_EQ(cells_of(*second).size(), 1u);
  EXPECT_EQ(cells_of(*second)[0].key(), "bs=4k numjobs=2 rw=randread");
  const auto again = config::parse(second->toml, file);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(cells_of(*again).size(), 1u) << "the stored text says it all";
}

TEST_F(GateStored, plan_says_what_it_assumed) {
  const auto file = write("good.toml", k_good_campaign).string();
  const auto ended = ringside({"plan", file, "--effect", "20%", "--set", "machine.accel=tcg"});
  EXPECT_EQ(ended.exit.code, 0) << ended.errors;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("assumed"), HasSubstr("blocks for 20%"), HasSubstr("noncentral t")));
  const auto found = json::parse(ringside({"plan", file, "--format", "json"}).output, nullptr, false);
  EXPECT_EQ(found["schema"], "ringside.power/1");
  EXPECT_EQ(found["metrics"][0]["cells"].size(), 2u);
  EXPECT_EQ(found["metrics"][0]["cells"][0]["source"], "assumed");
  EXPECT_GT(found["metrics"][0]["cells"][0]["detectable"], 0.05);
  EXPECT_EQ(ringside({"plan", file, "--effect", "none"}).exit.code, 2);
}

TEST_F(GateStored, aa_dry_run_shows_one_cell_and_blocks_for_each_comparison) {
  const auto file = write("good.toml", k_good_campaign).string();
  const auto ended = ringside({"aa", file, "--dry-run", "--format", "json"});
  ASSERT_EQ(ended.exit.code, 0) << ended.errors;
  const auto found = json::parse(ended.output, nullptr, false);
  EXPECT_EQ(found["blocks"].size(), 200u);
  EXPECT_EQ(found["cells"].size(), 1u);
  ASSERT_EQ(found["arms"].size(), 2u);
  EXPECT_EQ(found["arms"][0]["arm"], "irq");
  EXPECT_EQ(found["arms"][1]["arm"], "irq-again");
  EXPECT_EQ(found["arms"][0]["specification"], found["arms"][1]["specification"]);
  EXPECT_EQ(ringside({"aa", file, "--arm", "nobody", "--dry-run"}).exit.code, 2);
  const auto control = ringside({"aa", file, "--inject", "40%", "--added-ns", "5000", "--dry-run", "--format", "json"});
  ASSERT_EQ(control.exit.code, 0) << control.errors;
  EXPECT_THAT(json::parse(control.output, nullptr, false)["arms"][1]["specification"].get<std::string>(),
              HasSubstr("latency-ns=5000"));
}

}  // namespace
}  // namespace ringside
