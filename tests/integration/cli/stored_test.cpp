// SPDX-License-Identifier: GPL-3.0-or-later
// list, show and compare on a store of known effects (tests/tools/fakestore).
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "fakestore/fake_store.h"
#include "program_fixture.h"
#include "store/store.h"

namespace ringside {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Stored : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    auto store = store::Store::open(m_folder / "results.db");
    ASSERT_TRUE(store) << store.error().text();
    const fakestore::Size size{.campaigns = 2, .cells = 5, .arms = 3, .blocks = 10};
    const auto filled = fakestore::fill(*store, size, 1);
    ASSERT_TRUE(filled) << filled.error().text();
  }

  [[nodiscard]] host::Finished with_store(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--db", "results.db"});
    return ringside(arguments);
  }
  [[nodiscard]] json json_of(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--format", "json"});
    const auto ended = with_store(std::move(arguments));
    EXPECT_EQ(ended.exit.code, 0) << ended.errors;
    return json::parse(ended.output, nullptr, false);
  }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST_F(Stored, list_has_the_newest_first) {
  const auto campaigns = json_of({"list"})["campaigns"];
  ASSERT_EQ(campaigns.size(), 2u);
  EXPECT_GT(campaigns[0]["started"], campaigns[1]["started"]);
  EXPECT_EQ(campaigns[0]["complete_blocks"], 10);
  EXPECT_EQ(campaigns[0]["measurements"], 150);
  EXPECT_TRUE(campaigns[0]["tag"].is_null());
  EXPECT_EQ(lines_of(with_store({"list"}).output), 4u);  // head, rule, two campaigns
}

TEST_F(Stored, list_filters) {
  EXPECT_EQ(json_of({"list", "--name", "fake-0"})["campaigns"].size(), 1u);
  EXPECT_EQ(json_of({"list", "--limit", "1"})["campaigns"].size(), 1u);
  const auto none = with_store({"list", "--name", "nobody"});
  EXPECT_EQ(none.exit.code, 0);
  EXPECT_THAT(none.errors, HasSubstr("no campaign fits"));
}

TEST_F(Stored, compare_without_arguments_sets_the_latest_campaigns_baseline_against_the_others) {
  const auto document = json_of({"compare"});
  EXPECT_EQ(document["schema"], "ringside.compare/1");
  EXPECT_EQ(document["baseline"]["campaign_name"], "fake-1");
  EXPECT_EQ(document["baseline"]["arm"], "arm-0");
  ASSERT_EQ(document["candidates"].size(), 2u);
  EXPECT_EQ(document["candidates"][0]["candidate"]["arm"], "arm-1");
  EXPECT_EQ(document["candidates"][1]["candidate"]["arm"], "arm-2");
}

TEST_F(Stored, compare_finds_the_known_effects) {
  // The fourth effect is 5 % faster, the fifth 20 % slower; noise within a boot is 2 %, in ten blocks.
  const auto document = json_of({"compare"});
  const auto& cells = document["candidates"][0]["cells"];
  ASSERT_EQ(cells.size(), 5u);
  EXPECT_EQ(cells[3]["metrics"][0]["verdict"], "improved");
  EXPECT_EQ(cells[4]["metrics"][0]["verdict"], "regressed");
  const auto& ratio = cells[4]["metrics"][0]["ratio"];
  EXPECT_LT(ratio["interval"]["lower"].get<double>(), ratio["value"].get<double>());
  EXPECT_NEAR(ratio["value"].get<double>(), std::exp(-fakestore::effects()[4]), 0.04);
}

TEST_F(Stored, table_and_markdown_show_verdicts_and_how_to_read_them) {
  const auto table = with_store({"compare"});
  EXPECT_EQ(table.exit.code, 0) << table.errors;
  EXPECT_THAT(table.output, AllOf(HasSubstr("arm-1 against arm-0"), HasSubstr("▼ regressed"), HasSubstr("▲ improved"),
                                  HasSubstr("ratio = candidate / baseline")));
  const auto markdown = with_store({"compare", "--format", "markdown"});
  EXPECT_THAT(markdown.output, AllOf(StartsWith("### arm-1 against arm-0\n"), HasSubstr("| ▼ regressed")));
}

TEST_F(Stored, csv_has_a_row_per_candidate_cell_and_metric) {
  const auto csv = with_store({"compare", "--format", "csv"});
  EXPECT_THAT(csv.output, StartsWith("baseline_campaign,baseline_arm,"));
  EXPECT_EQ(lines_of(csv.output), 1u + 2 * 5 * 5);
}

TEST_F(Stored, metrics_can_be_chosen) {
  const auto document = json_of({"compare", "--metric", "lat_p99"});
  const auto& metrics = document["candidates"][0]["cells"][0]["metrics"];
  ASSERT_EQ(metrics.size(), 1u);
  EXPECT_EQ(metrics[0]["name"], "lat_p99");
  EXPECT_EQ(metrics[0]["better"], "lower");
  EXPECT_THAT(with_store({"compare", "--metric", "lat_p99"}).output, HasSubstr("arm-1 p99 latency"));
}

TEST_F(Stored, an_unknown_metric_lists_the_known_ones) {
  const auto ended = with_store({"compare", "--metric", "bandwidth"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("lat_p99"));
}

TEST_F(Stored, a_metric_that_no_cell_has_is_said_to_be_so) {
  const auto ended = with_store({"compare", "--metric", "write.iops"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("no cell of these arms has such a metric"));
}

TEST_F(Stored, arms_are_addressed_by_name_and_campaign) {
  const auto arms = json_of({"compare", "arm-1", "arm-2"});
  EXPECT_EQ(arms["baseline"]["arm"], "arm-1");
  EXPECT_EQ(arms["candidates"][0]["pairing"], "paired");
  const auto across = json_of({"compare", "fake-0:arm-0", "fake-1:arm-0"});
  EXPECT_EQ(across["candidates"][0]["pairing"], "unpaired");
  EXPECT_NE(across["candidates"][0]["cells"][0]["metrics"][0]["verdict"], "improved");
  EXPECT_EQ(json_of({"compare", "fake-0"})["baseline"]["campaign_name"], "fake-0");
}

TEST_F(Stored, an_unknown_arm_gets_the_nearest_one) {
  const auto ended = with_store({"compare", "arm-0", "arm-9"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, AllOf(HasSubstr("arm-9"), HasSubstr("arm-1")));
}

TEST_F(Stored, one_arm_alone_is_not_compared) {
  const auto ended = with_store({"compare", "arm-1"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("compare it with which?"));
}

TEST_F(Stored, show_tells_one_campaign_in_every_format) {
  EXPECT_THAT(with_store({"show"}).output,
              AllOf(StartsWith("fake-1 "), HasSubstr("arm-2"), HasSubstr("10 of 10 blocks")));
  const auto document = json_of({"show", "fake-0"});
  EXPECT_EQ(document["schema"], "ringside.campaign/1");
  EXPECT_EQ(document["blocks"]["complete"], 10);
  EXPECT_EQ(document["arms"].size(), 3u);
  EXPECT_EQ(lines_of(with_store({"show", "--format", "csv"}).output), 1u + 3 * 5 * 5);
  EXPECT_THAT(with_store({"show", "--format", "markdown"}).output, StartsWith("### fake-1 "));
}

TEST_F(Stored, show_goes_down_to_boots_and_measurements) {
  EXPECT_EQ(json_of({"show", "--measurements"})["measurements"].size(), 150u);
  EXPECT_EQ(json_of({"show", "--boots"})["boots"].size(), 10u);
  EXPECT_EQ(with_store({"show", "--toml"}).output, "# made up\n");
  const auto raw = with_store({"show", "--raw", "1"});  // the fake store keeps none
  EXPECT_EQ(raw.exit.code, 2);
  EXPECT_THAT(raw.errors, HasSubstr("measurement 1 has no output of fio"));
}

TEST_F(Stored, an_unknown_campaign_gets_the_nearest_one) {
  const auto ended = with_store({"show", "fake-O"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("fake-"));
}

TEST_F(Stored, the_environment_names_the_database_as_well) {
  EXPECT_THAT(shell("RINGSIDE_DB=results.db $R list --limit 1").output, HasSubstr("fake-1"));
}

TEST_F(Stored, a_finished_campaign_is_not_resumed) {
  const auto ended = with_store({"run", "--resume"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("no unfinished campaign"));
}

}  // namespace
}  // namespace ringside
