// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/plan_document.h"
#include "report/text_table.h"

namespace ringside::cli {
namespace {

using ::testing::HasSubstr;

Campaign campaign() {
  Campaign result;
  result.name = "poll-split";
  result.arms.resize(2);
  result.arms[0].name = "irq";
  result.arms[1].name = "poll-2";
  result.arms[1].params = {{"poll_queues", std::int64_t{2}}};
  result.arms[1].expect = {"polled"};
  result.gate.baseline = "irq";
  result.matrix = {{"bs", {std::string("4k")}}, {"numjobs", {std::int64_t{1}, std::int64_t{2}}}};
  result.design.blocks = 1;
  result.design.seed = 7;
  return result;
}

engine::Plan plan() {
  engine::Plan result;
  result.cells = cells_of(campaign().matrix);
  result.schedule.blocks = {{1, {{{1, 0}}}, {{1, 1}, {0, 1}}}};
  result.boots = 1;
  result.measurements = 4;
  result.estimate = std::chrono::seconds(30);
  return result;
}

TEST(PlanDocument, shows_arms_cells_and_order) {
  const std::string text = to_text(plan_document(campaign(), plan()));
  EXPECT_THAT(text, HasSubstr("4 measurements in 1 block and 1 boot, about 30s; seed 7; nothing was started"));
  EXPECT_THAT(text, HasSubstr("irq (baseline)"));
  EXPECT_THAT(text, HasSubstr("poll_queues=2"));
  EXPECT_THAT(text, HasSubstr("poll-2, irq"));
  EXPECT_THAT(text, HasSubstr("2 1"));
}

TEST(PlanJson, has_cells_order_and_estimate) {
  const auto document = nlohmann::json::parse(plan_json(campaign(), plan()));
  EXPECT_EQ(document["schema"], "ringside.plan/1");
  EXPECT_EQ(document["estimate_s"], 30.0);
  EXPECT_EQ(document["measurements"], 4);
  EXPECT_EQ(document["cells"][1]["key"], "bs=4k numjobs=2");
  EXPECT_EQ(document["arms"][0]["baseline"], true);
  EXPECT_EQ(document["arms"][1]["expect"], nlohmann::json::array({"polled"}));
  EXPECT_EQ(document["blocks"][0]["boots"][0]["arms"], nlohmann::json::array({"poll-2", "irq"}));
  EXPECT_EQ(document["blocks"][0]["steps"][0]["cell"], "bs=4k numjobs=2");
}

}  // namespace
}  // namespace ringside::cli
