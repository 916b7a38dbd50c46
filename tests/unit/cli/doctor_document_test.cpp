// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctor_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/text_table.h"

namespace ringside::cli {
namespace {

using ::testing::HasSubstr;

Diagnosis diagnosis() {
  Diagnosis result;
  result.checks = {{"tool.fio", host::CheckStatus::fail, "fio is missing", "apt-get install fio"},
                   {"memory", host::CheckStatus::ok, "16.0 GiB available", ""}};
  return result;
}

TEST(DoctorDocument, every_finding_says_what_to_do) {
  const std::string text = to_text(doctor_document(diagnosis()));
  EXPECT_THAT(text, HasSubstr("✗ fail  tool.fio  fio is missing"));
  EXPECT_THAT(text, HasSubstr("apt-get install fio"));
  EXPECT_THAT(text, HasSubstr("✓ ok"));
}

TEST(DoctorJson, boots_are_null_unless_asked_for) {
  const auto document = nlohmann::json::parse(doctor_json(diagnosis()));
  EXPECT_EQ(document["schema"], "ringside.doctor/1");
  EXPECT_TRUE(document["boot_bench"].is_null());
  EXPECT_EQ(document["checks"][0]["status"], "fail");
  EXPECT_TRUE(document["checks"][1]["what_to_do"].is_null());
}

TEST(DoctorJson, boots_keep_every_time) {
  Diagnosis with_boots = diagnosis();
  engine::BootBench bench;
  bench.kernel = "debian-6.1";
  bench.accel = "tcg,thread=single";
  using namespace std::chrono_literals;
  bench.direct = {3s, 4s, 5s};
  bench.compressed = {8s, 10s, 9s};
  with_boots.boots = {bench};
  const auto boots = nlohmann::json::parse(doctor_json(with_boots))["boot_bench"];
  EXPECT_EQ(boots[0]["direct"]["median_s"], 4.0);
  EXPECT_EQ(boots[0]["compressed"]["boots_s"], nlohmann::json::array({8.0, 10.0, 9.0}));
  EXPECT_NEAR(boots[0]["ratio"], 4.0 / 9.0, 1e-12);
  EXPECT_THAT(to_text(doctor_document(with_boots)), HasSubstr("4.00s (3.00s … 5.00s)"));
}

}  // namespace
}  // namespace ringside::cli
