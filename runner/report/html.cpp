// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/html.h"

#include <fmt/format.h>

#include "report/markup.h"

namespace ringside::report {
namespace {

std::string cell_html(std::string_view element, Align align, std::string_view tone, std::string_view content) {
  std::string classes(tone);
  if (align == Align::right) classes += classes.empty() ? "number" : " number";
  const std::string attribute = classes.empty() ? std::string() : fmt::format(" class=\"{}\"", classes);
  return fmt::format("<{0}{1}>{2}</{0}>", element, attribute, content);
}

}  // namespace

std::string_view tone_class(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "good";
    case Tone::bad:
      return "bad";
    case Tone::doubtful:
      return "doubtful";
    case Tone::dim:
      return "dim";
    case Tone::strong:
      return "strong";
    case Tone::plain:
      break;
  }
  return "";
}

std::string to_html(const Table& table) {
  if (table.columns.empty()) return {};
  std::string out = "<table>\n<thead><tr>";
  for (const Column& column : table.columns) out += cell_html("th", column.align, "", markup_escaped(column.title));
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += cell_html("td", table.columns[i].align, tone_class(row[i].tone), markup_escaped(row[i].text));
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string to_html(const Document& document) {
  std::string out;
  for (const Section& section : document.sections) {
    if (!section.title.empty()) out += fmt::format("<h3>{}</h3>\n", markup_escaped(section.title));
    for (const std::string& line : section.lines) out += fmt::format("<p class=\"dim\">{}</p>\n", markup_escaped(line));
    out += to_html(section.table);
  }
  if (document.notes.empty()) return out;
  out += "<ul class=\"notes\">\n";
  for (const std::string& note : document.notes) out += fmt::format("<li>{}</li>\n", markup_escaped(note));
  return out + "</ul>\n";
}

}  // namespace ringside::report
