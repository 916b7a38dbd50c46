// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/text_width.h"

namespace ringside::report {
namespace {

Table small_table() {
  Table table;
  table.columns = {{"arm", "arm", Align::left}, {"iops", "IOPS", Align::right}};
  table.rows = {{field("irq"), field(4510.0, "4.51k")}, {field("poll-2"), unknown_field()}};
  return table;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);) width = std::max(width, display_width(line));
  return width;
}

TEST(TextTable, aligns_by_display_width) {
  EXPECT_EQ(to_text(small_table()),
            "arm      IOPS\n"
            "──────  ─────\n"
            "irq     4.51k\n"
            "poll-2      –\n");
}

TEST(TextTable, wide_characters_keep_columns_in_line) {
  Table table = small_table();
  table.rows[0][0] = field("測定測");
  EXPECT_EQ(to_text(table),
            "arm      IOPS\n"
            "──────  ─────\n"
            "測定測  4.51k\n"
            "poll-2      –\n");
}

TEST(TextTable, has_no_blanks_at_the_end_of_lines) {
  Table table;
  table.columns = {{"a", "a", Align::left}, {"b", "long title", Align::left}};
  table.rows = {{field("1"), field("x")}};
  EXPECT_EQ(to_text(table), "a  long title\n─  ──────────\n1  x\n");
}

TEST(TextTable, without_rows_shows_its_head) {
  Table table = small_table();
  table.rows.clear();
  EXPECT_EQ(to_text(table), "arm  IOPS\n───  ────\n");
}

TEST(TextTable, without_columns_is_empty) {
  EXPECT_EQ(to_text(Table{}), "");
}

TEST(TextTable, wraps_at_spaces_to_fit) {
  Table table;
  table.columns = {{"cell", "cell", Align::left}, {"iops", "IOPS", Align::left}};
  table.rows = {{field("numjobs=1"), field("4.51k [4.20k,\xC2\xA0"
                                           "4.80k]")}};
  EXPECT_EQ(to_text(table, {.width = 26}),
            "cell       IOPS\n"
            "─────────  ──────────────\n"
            "numjobs=1  4.51k\n"
            "           [4.20k, 4.80k]\n");
}

TEST(TextTable, breaks_intervals_before_it_gives_up_the_grid) {
  Table table;
  table.columns = {{"cell", "cell", Align::left}, {"iops", "IOPS", Align::left}};
  table.rows = {{field("numjobs=1"), field("4.51k [4.20k,\xC2\xA0"
                                           "4.80k]")}};
  EXPECT_EQ(to_text(table, {.width = 19}),
            "cell       IOPS\n"
            "─────────  ───────\n"
            "numjobs=1  4.51k\n"
            "           [4.20k,\n"
            "           4.80k]\n");
}

TEST(TextTable, too_narrow_a_terminal_gets_a_paragraph_per_row_and_loses_nothing) {
  const std::string text = to_text(small_table(), {.width = 8});
  EXPECT_EQ(text,
            "arm   irq\n"
            "IOPS  4.51k\n"
            "\n"
            "arm   poll-2\n"
            "IOPS  –\n");
}

TEST(TextTable, fits_into_any_width_its_words_allow) {
  Table table;
  for (const char* title : {"first column", "second column", "third column"}) {
    table.columns.push_back({title, title, Align::left});
  }
  table.rows = {{field("a few words"), field("some more words here"), field("yet many more words than before")}};
  for (std::size_t width = 24; width < 90; ++width) {
    EXPECT_LE(widest_line(to_text(table, {.width = width})), width);
  }
}

TEST(TextTable, colours_only_when_asked) {
  Table table = small_table();
  table.rows[0][1].tone = Tone::good;
  EXPECT_EQ(to_text(table).find('\033'), std::string::npos);
  const std::string coloured_text = to_text(table, {.colour = true});
  EXPECT_NE(coloured_text.find("\033[32m4.51k\033[0m"), std::string::npos);
}

TEST(TextTable, fields_cannot_smuggle_escape_sequences) {
  Table table = small_table();
  table.rows[0][0] = field("\033]0;owned\a");
  EXPECT_EQ(to_text(table).find('\033'), std::string::npos);
}

TEST(TextTable, a_field_with_line_feeds_takes_several_lines) {
  Table table = small_table();
  table.rows = {{field("one\ntwo"), field(1)}};
  EXPECT_EQ(to_text(table), "arm  IOPS\n───  ────\none     1\ntwo\n");
}

TEST(TextDocument, notes_follow_the_tables_and_are_wrapped) {
  Document document;
  document.sections.push_back({"title", {"a line"}, small_table()});
  document.notes = {"one two three"};
  const std::string text = to_text(document, {.width = 13});
  EXPECT_TRUE(text.starts_with("title\na line\n\narm"));
  EXPECT_TRUE(text.ends_with("\n\n* one two\n  three\n"));
}

TEST(TextDocument, sections_are_set_apart) {
  Document document;
  document.sections.push_back({"one", {}, small_table()});
  document.sections.push_back({"two", {}, small_table()});
  EXPECT_NE(to_text(document).find("–\n\ntwo\n\narm"), std::string::npos);
}

}  // namespace
}  // namespace ringside::report
