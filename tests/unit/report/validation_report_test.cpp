// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/validation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/csv.h"
#include "report/text_table.h"

namespace ringside::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CaseResult result(const std::string& name, CaseOutcome outcome, const std::string& driver = "reference") {
  CaseResult out;
  out.name = name;
  out.proves = "It works";
  out.reference = "V2";
  out.driver = driver;
  out.kernel = "6.1.0-57-amd64";
  out.outcome = outcome;
  out.elapsed = std::chrono::milliseconds(1500);
  return out;
}

ValidationReport example() {
  ValidationReport out;
  out.host = "somewhere";
  out.accelerator = "tcg,thread=single";
  out.elapsed = std::chrono::seconds(90);
  out.planned = 5;
  out.results.push_back(result("rings/good", CaseOutcome::pass));
  out.results.back().notes = {"12 of 640"};
  out.results.push_back(result("rings/bad", CaseOutcome::fail));
  out.results.back().reasons = {"polled: fio ends <well>: error 5", "second"};
  out.results.back().counters = "inflight 3";
  out.results.back().console = "WARNING: here\nTrace";
  out.results.push_back(result("unplug/left", CaseOutcome::skip, "in-tree"));
  out.results.back().reasons = {"no such path"};
  out.results.push_back(result("unplug/known", CaseOutcome::known, "in-tree"));
  out.results.back().reasons = {"commit 1234", "seen without the driver"};
  out.results.push_back(result("unplug/lost", CaseOutcome::error, "in-tree"));
  out.results.back().reasons = {"no guest came up"};
  return out;
}

TEST(ValidationReport, the_headline_counts_every_outcome) {
  EXPECT_EQ(validation_headline(example()),
            "5 cases in 90.0s: 1 passed, 1 failed, 1 known to be the kernel's fault, 1 skipped, 1 without a guest");
  ValidationReport cut = example();
  cut.results.pop_back();
  EXPECT_THAT(validation_headline(cut), HasSubstr("1 not run"));
}

TEST(ValidationReport, the_table_shows_all_evidence_of_a_failure_and_none_of_a_pass) {
  const std::string text = to_text(validation_document(example()));
  EXPECT_THAT(text, AllOf(HasSubstr("reference on 6.1.0-57-amd64"), HasSubstr("in-tree on 6.1.0-57-amd64")));
  EXPECT_THAT(text, AllOf(HasSubstr("FAIL rings/bad: reference"), HasSubstr("- second"), HasSubstr("inflight 3"),
                          HasSubstr("WARNING: here\nTrace")));
  EXPECT_THAT(text, HasSubstr("KNOWN unplug/known"));
  EXPECT_THAT(text, Not(HasSubstr("PASS rings/good:")));
}

TEST(ValidationReport, json_has_every_result_with_its_evidence) {
  const auto document = nlohmann::json::parse(to_json(example()));
  EXPECT_EQ(document["schema"], "ringside.validate/1");
  EXPECT_EQ(document["planned"], 5);
  EXPECT_EQ(document["counts"]["FAIL"], 1);
  ASSERT_EQ(document["results"].size(), 5u);
  EXPECT_EQ(document["results"][0]["notes"][0], "12 of 640");
  EXPECT_TRUE(document["results"][0]["console"].is_null());
  EXPECT_EQ(document["results"][1]["outcome"], "FAIL");
  EXPECT_EQ(document["results"][1]["reasons"].size(), 2u);
  EXPECT_EQ(document["results"][1]["console"], "WARNING: here\nTrace");
}

TEST(ValidationReport, junit_has_a_suite_per_driver_and_kernel_with_matching_counts) {
  const std::string xml = to_junit(example());
  EXPECT_THAT(xml, HasSubstr("tests=\"5\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"in-tree on 6.1.0-57-amd64\""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"FAIL\" message=\"polled: fio ends &lt;well&gt;: error 5\">"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"KNOWN: commit 1234: seen without the driver\"/>"));
  EXPECT_THAT(xml, HasSubstr("<error type=\"ERROR\" message=\"no guest came up\">"));
  EXPECT_THAT(xml, HasSubstr("WARNING: here&#10;Trace"));
}

TEST(ValidationReport, a_progress_line_is_one_line_of_json) {
  const std::string line = progress_line(example().results[1], 2, 5);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto object = nlohmann::json::parse(line);
  EXPECT_EQ(object["event"], "case_done");
  EXPECT_EQ(object["outcome"], "FAIL");
  EXPECT_EQ(object["done"], 2);
  EXPECT_EQ(object["total"], 5);
}

TEST(ValidationReport, the_flat_table_has_a_row_per_result) {
  const Table table = validation_table(example());
  EXPECT_EQ(table.rows.size(), 5u);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_THAT(to_csv(table), HasSubstr("rings/bad,FAIL,1.5"));
}

}  // namespace
}  // namespace ringside::report
