// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/html.h"

#include <gmock/gmock.h>

#include "report/markup.h"

namespace ringside::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Html, markup_in_a_text_is_shown_and_never_interpreted) {
  EXPECT_EQ(markup_escaped("<script>\"'&"), "&lt;script&gt;&quot;&#39;&amp;");
}

TEST(Html, what_is_no_text_is_replaced) {
  EXPECT_EQ(markup_escaped("a\x1b[31m\xff"), "a\xEF\xBF\xBD[31m\xEF\xBF\xBD");
}

TEST(Html, a_table_keeps_titles_tones_and_alignment) {
  const Table table{{{"a", "<A>", Align::left}, {"b", "B", Align::right}},
                    {{field("x<y", Tone::bad), field(std::int64_t{7})}}};
  const std::string html = to_html(table);
  EXPECT_THAT(html, HasSubstr("<th>&lt;A&gt;</th>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"bad\">x&lt;y</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">7</td>"));
}

TEST(Html, a_document_has_its_titles_lines_and_notes) {
  Document document;
  document.sections.push_back({"t<", {"line&"}, {}});
  document.notes.emplace_back("note>");
  const std::string html = to_html(document);
  EXPECT_THAT(html, HasSubstr("<h3>t&lt;</h3>"));
  EXPECT_THAT(html, HasSubstr("line&amp;"));
  EXPECT_THAT(html, HasSubstr("<li>note&gt;</li>"));
  EXPECT_THAT(html, Not(HasSubstr("<table>"))) << "a table without columns is none";
}

}  // namespace
}  // namespace ringside::report
