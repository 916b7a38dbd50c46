// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/csv.h"
#include "report/markdown.h"
#include "report/table_json.h"

namespace ringside::report {
namespace {

Table table_of(std::vector<Field> row) {
  Table table;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string key = "c" + std::to_string(i);
    table.columns.push_back({key, key, i % 2 == 0 ? Align::left : Align::right});
  }
  table.rows.push_back(std::move(row));
  return table;
}

TEST(Csv, writes_values_not_texts) {
  EXPECT_EQ(to_csv(table_of({field(4510.25, "4.51k"), field(true, "yes"), field(7)})),
            "c0,c1,c2\r\n4510.25,true,7\r\n");
}

TEST(Csv, quotes_what_rfc_4180_asks_for) {
  EXPECT_EQ(to_csv(table_of({field("a,b"), field("say \"x\""), field("two\nlines"), field("plain")})),
            "c0,c1,c2,c3\r\n\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",plain\r\n");
}

TEST(Csv, unknown_values_are_empty) {
  EXPECT_EQ(to_csv(table_of({unknown_field(), field(std::numeric_limits<double>::quiet_NaN(), "?"), field(1)})),
            "c0,c1,c2\r\n,,1\r\n");
}

TEST(Csv, numbers_read_back_exactly) {
  const double value = 0.1 + 0.2;
  const std::string text = to_csv(table_of({field(value, "0.3")}));
  EXPECT_EQ(std::stod(text.substr(text.find('\n') + 1)), value);
}

TEST(Markdown, aligns_and_says_so) {
  EXPECT_EQ(to_markdown(table_of({field("irq"), field(4510.0, "4.51k")})),
            "| c0  |    c1 |\n"
            "| --- | ----: |\n"
            "| irq | 4.51k |\n");
}

TEST(Markdown, escapes_what_would_end_the_field) {
  const std::string text = to_markdown(table_of({field("a|b"), field("<b>*x*\n`y`")}));
  EXPECT_NE(text.find("a\\|b"), std::string::npos);
  EXPECT_NE(text.find("\\<b>\\*x\\*<br>\\`y\\`"), std::string::npos);
}

TEST(Markdown, notes_become_a_list) {
  Document document;
  document.sections.push_back({"t", {"l1", "l2"}, table_of({field("x")})});
  document.notes = {"n1", "n2"};
  const std::string text = to_markdown(document);
  EXPECT_TRUE(text.starts_with("### t\n\nl1  \nl2\n\n| c0  |\n"));
  EXPECT_TRUE(text.ends_with("\n\n- n1\n- n2\n"));
}

TEST(TableJson, has_schema_and_rows_with_types) {
  const auto document = nlohmann::json::parse(to_json(
      table_of({field("x"), field(2.5, "2.50"), field(false, "no"), unknown_field()}), "ringside.test/1", "things"));
  EXPECT_EQ(document, nlohmann::json::parse(
                          R"({"schema":"ringside.test/1","things":[{"c0":"x","c1":2.5,"c2":false,"c3":null}]})"));
}

TEST(TableJson, broken_utf8_and_figures_that_are_none_do_not_break_it) {
  const auto document = nlohmann::json::parse(
      to_json(table_of({field("\xFF"), field(std::numeric_limits<double>::infinity(), "∞")}), "s/1", "rows"));
  EXPECT_EQ(document["rows"][0]["c0"], "\xEF\xBF\xBD");
  EXPECT_TRUE(document["rows"][0]["c1"].is_null());
}

TEST(TableJson, no_rows_are_an_empty_list) {
  Table table = table_of({field("x")});
  table.rows.clear();
  EXPECT_EQ(nlohmann::json::parse(to_json(table, "s/1", "rows"))["rows"], nlohmann::json::array());
}

}  // namespace
}  // namespace ringside::report
