// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "comparison_fixture.h"
#include "report/comparison_document.h"
#include "report/comparison_json.h"
#include "report/comparison_table.h"
#include "report/csv.h"
#include "report/noise_advice.h"
#include "report/text_table.h"
#include "report/verdict_text.h"

namespace ringside::report {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ComparisonDocument, a_row_has_figures_ratio_verdict_p99_and_treatment) {
  const auto document = comparison_document(example_comparison());
  ASSERT_EQ(document.sections.size(), 1u);
  const auto& table = document.sections[0].table;
  std::vector<std::string> titles;
  for (const auto& column : table.columns) titles.push_back(column.title);
  EXPECT_EQ(titles, (std::vector<std::string>{"cell", "irq IOPS", "poll-2 IOPS", "ratio", "verdict", "p99 latency",
                                              "treatment"}));
  ASSERT_EQ(table.rows.size(), 2u);
  const auto& row = table.rows[0];
  EXPECT_EQ(row[0].text, "numjobs=1");
  EXPECT_THAT(row[1].text, HasSubstr("4.51k ["));
  EXPECT_THAT(row[3].text, HasSubstr("1.40× ["));
  EXPECT_EQ(row[4].text, "▲ improved");
  EXPECT_THAT(row[5].text, HasSubstr("13.1ms"));
  EXPECT_THAT(row[5].text, HasSubstr("9.20ms"));
  EXPECT_EQ(row[6].text, "✓ took effect");
}

TEST(ComparisonDocument, what_cells_share_stands_above_the_table) {
  EXPECT_THAT(comparison_document(example_comparison()).sections[0].lines, Contains("all cells: bs=4k"));
}

TEST(ComparisonDocument, too_few_samples_read_unsupported) {
  const auto document = comparison_document(example_comparison());
  EXPECT_EQ(document.sections[0].table.rows[1][5].text, "unsupported");
  EXPECT_THAT(document.notes, Contains(HasSubstr("p99 latency is unsupported where")));
}

TEST(ComparisonDocument, emulation_is_said) {
  EXPECT_THAT(comparison_document(example_comparison()).notes,
              Contains(HasSubstr("measured under emulation (tcg,thread=single)")));
  auto comparison = example_comparison();
  comparison.baseline.accelerator = "kvm";
  comparison.candidates[0].candidate.accelerator = "kvm";
  EXPECT_THAT(comparison_document(comparison).notes, Not(Contains(HasSubstr("emulation"))));
}

TEST(ComparisonDocument, names_what_was_not_used_but_not_without_end) {
  auto comparison = example_comparison();
  for (int i = 1; i <= 8; ++i) {
    comparison.candidates[0].cells[0].excluded.push_back(
        {MeasurementId{i}, "poll-2", "bs=4k numjobs=1", i, 1, 1, "never polled"});
  }
  const auto notes = comparison_document(comparison).notes;
  EXPECT_THAT(notes, Contains("not used: block 1, poll-2, bs=4k numjobs=1: never polled"));
  EXPECT_EQ(std::ranges::count_if(notes, [](const auto& note) { return note.starts_with("not used: block"); }), 5);
  EXPECT_THAT(notes, Contains(HasSubstr("not used: 3 measurements more")));
}

TEST(ComparisonDocument, a_cell_without_any_figure_stays_in_the_table) {
  auto comparison = example_comparison();
  comparison.candidates[0].cells[1].metrics.clear();
  const auto document = comparison_document(comparison);
  const auto& row = document.sections[0].table.rows[1];
  EXPECT_EQ(row[0].text, "numjobs=2");
  EXPECT_EQ(row[4].text, "✗ invalid (nothing valid)");
}

TEST(ComparisonDocument, chosen_metrics_become_rows) {
  const auto document = comparison_document(example_comparison(), true);
  EXPECT_EQ(document.sections[0].table.rows.size(), 4u);
  EXPECT_EQ(document.sections[0].table.columns[1].title, "metric");
}

TEST(ComparisonDocument, warnings_of_a_forced_comparison_are_shown) {
  auto comparison = example_comparison();
  comparison.warnings = {"hosts differ"};
  EXPECT_THAT(comparison_document(comparison).notes, Contains("warning: hosts differ"));
}

TEST(ComparisonDocument, unpaired_figures_get_no_verdict) {
  auto comparison = example_comparison();
  comparison.candidates[0].pairing = analysis::Pairing::unpaired;
  const auto document = comparison_document(comparison);
  EXPECT_EQ(document.sections[0].table.rows[0][4].text, "– advisory");
  EXPECT_THAT(document.notes, Contains(HasSubstr("unpaired: two campaigns")));
}

TEST(NoiseAdvice, tells_what_the_blocks_find_and_how_many_would_settle_it) {
  const auto comparison = example_comparison();
  const auto advice = noise_advice(comparison.candidates[0], analysis::Metric{}, comparison.alpha);
  ASSERT_TRUE(advice);
  EXPECT_THAT(*advice, HasSubstr("poll-2, IOPS: too noisy to decide in 1 of 2 cells"));
  EXPECT_THAT(*advice, HasSubstr("6 blocks find a change of"));
  EXPECT_THAT(*advice, HasSubstr("To settle 5%, more than 200 blocks would be needed"));
  EXPECT_THAT(*advice, HasSubstr("as the one seen (16%), about "));
}

TEST(NoiseAdvice, is_silent_where_everything_is_decided) {
  auto comparison = example_comparison();
  comparison.candidates[0].cells.pop_back();
  EXPECT_FALSE(noise_advice(comparison.candidates[0], analysis::Metric{}, comparison.alpha));
}

TEST(VerdictField, each_verdict_has_its_glyph) {
  analysis::MetricComparison metric;
  const auto text = [&](Verdict verdict, VerdictReason reason) {
    metric.verdict = verdict;
    metric.reason = reason;
    return verdict_field(metric, analysis::Pairing::paired).text;
  };
  EXPECT_EQ(text(Verdict::improved, VerdictReason::none), "▲ improved");
  EXPECT_EQ(text(Verdict::regressed, VerdictReason::none), "▼ regressed");
  EXPECT_EQ(text(Verdict::equivalent, VerdictReason::none), "= equivalent");
  EXPECT_EQ(text(Verdict::inconclusive, VerdictReason::too_few_blocks), "? inconclusive (too few blocks)");
  EXPECT_EQ(text(Verdict::invalid, VerdictReason::no_valid_measurement), "✗ invalid (nothing valid)");
}

TEST(TreatmentField, one_failure_is_a_failure) {
  analysis::TreatmentSummary good;
  good.passed = 6;
  analysis::TreatmentSummary bad;
  bad.passed = 4;
  bad.failed = 2;
  EXPECT_EQ(treatment_field(good, bad).text, "✗ failed in 2 of 12");
  EXPECT_EQ(treatment_field(analysis::TreatmentSummary{}).text, "–");
  analysis::TreatmentSummary doubtful;
  doubtful.unknown = 1;
  EXPECT_EQ(treatment_field(good, doubtful).text, "? unproven in 1 of 7");
}

TEST(ComparisonJson, follows_its_description) {
  const auto document = nlohmann::json::parse(to_json(example_comparison()));
  EXPECT_EQ(document["schema"], "ringside.compare/1");
  EXPECT_EQ(document["baseline"]["arm"], "irq");
  EXPECT_TRUE(document["baseline"]["build_id"].is_null());
  const auto& cell = document["candidates"][0]["cells"][0];
  EXPECT_EQ(cell["key"], "bs=4k numjobs=1");
  EXPECT_EQ(cell["options"]["numjobs"], 1);
  const auto& iops = cell["metrics"][0];
  EXPECT_EQ(iops["name"], "iops");
  EXPECT_EQ(iops["unit"], "1/s");
  EXPECT_EQ(iops["better"], "higher");
  EXPECT_EQ(iops["verdict"], "improved");
  EXPECT_TRUE(iops["reason"].is_null());
  EXPECT_DOUBLE_EQ(iops["ratio"]["interval"]["lower"], 1.1);
  EXPECT_EQ(cell["treatment"]["candidate"]["overall"], "passed");
}

TEST(ComparisonJson, an_unsupported_quantile_has_neither_value_nor_verdict) {
  const auto document = nlohmann::json::parse(to_json(example_comparison()));
  const auto& p99 = document["candidates"][0]["cells"][1]["metrics"][1];
  EXPECT_EQ(p99["unsupported"], true);
  EXPECT_TRUE(p99["verdict"].is_null());
  EXPECT_TRUE(p99["baseline"]["value"].is_null());
  EXPECT_TRUE(p99["ratio"].is_null());
}

TEST(ComparisonTable, every_row_has_every_column) {
  const auto table = comparison_table(example_comparison());
  EXPECT_EQ(table.rows.size(), 4u);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
}

TEST(ComparisonTable, the_figures_stand_under_their_names) {
  const auto table = comparison_table(example_comparison());
  const auto value = [&](const std::string& key) {
    const auto at = std::ranges::find(table.columns, key, &Column::key);
    return table.rows[0][static_cast<std::size_t>(at - table.columns.begin())].value;
  };
  EXPECT_EQ(value("baseline_arm"), Value("irq"));
  EXPECT_EQ(value("candidate_arm"), Value("poll-2"));
  EXPECT_EQ(value("baseline"), Value(4510.0));
  EXPECT_EQ(value("candidate"), Value(6300.0));
  EXPECT_EQ(value("ratio_upper"), Value(1.7));
  EXPECT_EQ(value("verdict"), Value("improved"));
  EXPECT_EQ(value("candidate_treatment"), Value("passed"));
}

TEST(ComparisonDocument, fits_a_terminal_of_100_columns) {
  const std::string text = to_text(comparison_document(example_comparison()), {.width = 100});
  EXPECT_THAT(text, HasSubstr("──"));  // still a grid
}

}  // namespace
}  // namespace ringside::report
