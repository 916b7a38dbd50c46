// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/markdown.h"

#include <algorithm>

#include "report/text_width.h"

namespace ringside::report {
namespace {

std::string escaped(std::string_view raw) {
  std::string out;
  for (const char c : printable(raw)) {
    if (c == '\n') {
      out += "<br>";
      continue;
    }
    if (std::string_view("|\\`*<").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Align::right ? blanks + text : text + blanks;
}

}  // namespace

std::string to_markdown(const Table& table) {
  if (table.columns.empty()) return {};
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& column : table.columns) lines[0].push_back(escaped(column.title));
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    for (const auto& field : row) line.push_back(escaped(field.text));
  }
  std::vector<std::size_t> widths(table.columns.size(), 3);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  std::string out;
  for (std::size_t y = 0; y < lines.size(); ++y) {
    for (std::size_t x = 0; x < widths.size(); ++x) {
      out += (x == 0 ? "| " : " | ") + padded(lines[y][x], widths[x], table.columns[x].align);
    }
    out += " |\n";
    if (y > 0) continue;
    for (std::size_t x = 0; x < widths.size(); ++x) {
      const bool right = table.columns[x].align == Align::right;
      out += (x == 0 ? "| " : " | ") + std::string(widths[x] - 1, '-') + (right ? ":" : "-");
    }
    out += " |\n";
  }
  return out;
}

std::string to_markdown(const Document& document) {
  std::string out;
  for (const auto& section : document.sections) {
    if (!out.empty()) out += '\n';
    if (!section.title.empty()) out += "### " + escaped(section.title) + "\n\n";
    for (std::size_t i = 0; i < section.lines.size(); ++i) {
      // Two blanks at the end: a line break in the same paragraph.
      out += escaped(section.lines[i]) + (i + 1 < section.lines.size() ? "  \n" : "\n\n");
    }
    out += to_markdown(section.table);
  }
  if (!document.notes.empty()) out += '\n';
  for (const auto& note : document.notes) out += "- " + escaped(note) + '\n';
  return out;
}

}  // namespace ringside::report
