// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "report/text_width.h"

namespace ringside::report {
namespace {

constexpr std::size_t k_gap = 2;  // columns between two fields

using Lines = std::vector<std::string>;

std::string with_plain_spaces(std::string text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  for (std::size_t at = 0; (at = text.find(no_break_space, at)) != std::string::npos; ++at) {
    text.replace(at, no_break_space.size(), " ");
  }
  return text;
}

// Words of at most `width` columns per line where they can be; explicit line feeds are kept. No limit for width 0.
Lines broken_into_lines(std::string_view text, std::size_t width) {
  Lines lines;
  for (const auto part : std::views::split(text, '\n')) {
    std::string line;
    bool first = true;
    for (const auto piece : std::views::split(std::string_view(part.begin(), part.end()), ' ')) {
      const std::string_view word(piece.begin(), piece.end());
      if (!first && width != 0 && display_width(line) + 1 + display_width(word) > width) {
        lines.push_back(std::exchange(line, std::string(word)));
        continue;
      }
      if (!first) line += ' ';
      line += word;
      first = false;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::size_t widest(const Lines& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, display_width(line));
  return width;
}

struct Prepared {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;
};

Prepared prepare(const Table& table) {
  Prepared prepared;
  for (const auto& column : table.columns) prepared.titles.push_back(printable(column.title));
  for (const auto& row : table.rows) {
    auto& texts = prepared.rows.emplace_back();
    for (const auto& field : row) texts.push_back(printable(field.text));
  }
  return prepared;
}

void allow_all_breaks(Prepared& prepared) {
  for (auto& row : prepared.rows) {
    for (auto& text : row) text = with_plain_spaces(std::move(text));
  }
}

// The widths that the columns take when their lines are broken at these limits: 0 for the natural width, 1 for the
// narrowest.
std::vector<std::size_t> widths_at(const Prepared& prepared, const std::vector<std::size_t>& limits) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    widths.push_back(widest(broken_into_lines(prepared.titles[i], limits[i])));
    for (const auto& row : prepared.rows) {
      widths[i] = std::max(widths[i], widest(broken_into_lines(row[i], limits[i])));
    }
  }
  return widths;
}

std::size_t total(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), (widths.size() - 1) * k_gap);
}

// Takes from the widest column that can still give until the table fits. Empty if it cannot.
std::vector<std::size_t> fitted_widths(const Prepared& prepared, std::size_t available) {
  const std::size_t columns = prepared.titles.size();
  auto widths = widths_at(prepared, std::vector<std::size_t>(columns, 0));
  if (available == 0 || total(widths) <= available) return widths;
  const auto narrowest = widths_at(prepared, std::vector<std::size_t>(columns, 1));
  if (total(narrowest) > available) return {};
  while (total(widths) > available) {
    std::size_t chosen = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > narrowest[i] && (chosen == widths.size() || widths[i] > widths[chosen])) chosen = i;
    }
    --widths[chosen];
  }
  // Broken at words, lines may take less than they were given.
  return widths_at(prepared, widths);
}

std::string padded(const std::string& line, std::size_t width, Align align, bool last, Tone tone, bool colour) {
  const std::string blanks(width - std::min(width, display_width(line)), ' ');
  const std::string text = coloured(with_plain_spaces(line), tone, colour);
  if (align == Align::right) return blanks + text;
  return last ? text : text + blanks;  // no blanks at the end of a line
}

void append_row(std::string& out, const Table& table, const std::vector<Lines>& fields,
                const std::vector<std::size_t>& widths, const std::vector<Tone>& tones, bool colour) {
  std::size_t height = 0;
  for (const auto& lines : fields) height = std::max(height, lines.size());
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t x = 0; x < fields.size(); ++x) {
      const bool last = x + 1 == fields.size();
      const std::string piece = y < fields[x].size() ? fields[x][y] : std::string();
      line += padded(piece, widths[x], table.columns[x].align, last, piece.empty() ? Tone::plain : tones[x], colour);
      if (!last) line.append(k_gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
}

std::string grid(const Table& table, const Prepared& prepared, const std::vector<std::size_t>& widths, bool colour) {
  std::string out;
  const auto lines_of = [&](const std::vector<std::string>& texts) {
    std::vector<Lines> fields;
    for (std::size_t i = 0; i < texts.size(); ++i) fields.push_back(broken_into_lines(texts[i], widths[i]));
    return fields;
  };
  append_row(out, table, lines_of(prepared.titles), widths, std::vector<Tone>(table.columns.size(), Tone::strong),
             colour);
  for (std::size_t x = 0; x < widths.size(); ++x) {
    for (std::size_t i = 0; i < widths[x]; ++i) out += "─";
    if (x + 1 < widths.size()) out.append(k_gap, ' ');
  }
  out += '\n';
  for (std::size_t y = 0; y < prepared.rows.size(); ++y) {
    std::vector<Tone> tones;
    for (const auto& field : table.rows[y]) tones.push_back(field.tone);
    append_row(out, table, lines_of(prepared.rows[y]), widths, tones, colour);
  }
  return out;
}

// One paragraph per row, for terminals too narrow for the grid.
std::string paragraphs(const Table& table, const Prepared& prepared, bool colour) {
  std::string out;
  std::size_t title_width = 0;
  for (const auto& title : prepared.titles) title_width = std::max(title_width, display_width(title));
  for (std::size_t y = 0; y < prepared.rows.size(); ++y) {
    if (y > 0) out += '\n';
    for (std::size_t x = 0; x < prepared.titles.size(); ++x) {
      const std::string& title = prepared.titles[x];
      out += coloured(with_plain_spaces(title), Tone::strong, colour);
      out.append(title_width - display_width(title) + k_gap, ' ');
      out += coloured(with_plain_spaces(prepared.rows[y][x]), table.rows[y][x].tone, colour) + '\n';
    }
  }
  return out;
}

}  // namespace

std::string coloured(std::string_view text, Tone tone, bool colour) {
  if (!colour || tone == Tone::plain || text.empty()) return std::string(text);
  const std::string_view code = [&] {
    switch (tone) {
      case Tone::good:
        return "32";
      case Tone::bad:
        return "31";
      case Tone::doubtful:
        return "33";
      case Tone::dim:
        return "2";
      case Tone::strong:
      case Tone::plain:
        break;
    }
    return "1";
  }();
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  const Lines lines = broken_into_lines(text, width > indent ? width - indent : width);
  std::string out;
  for (const auto& line : lines) {
    if (!out.empty()) out += "\n" + std::string(indent, ' ');
    out += with_plain_spaces(line);
  }
  return out;
}

std::string to_text(const Table& table, const TextStyle& style) {
  if (table.columns.empty()) return {};
  Prepared prepared = prepare(table);
  auto widths = fitted_widths(prepared, style.width);
  if (widths.empty()) {
    // Better intervals on two lines than no table.
    allow_all_breaks(prepared);
    widths = fitted_widths(prepared, style.width);
  }
  return widths.empty() ? paragraphs(table, prepared, style.colour) : grid(table, prepared, widths, style.colour);
}

std::string to_text(const Document& document, const TextStyle& style) {
  std::string out;
  for (const auto& section : document.sections) {
    if (!out.empty()) out += '\n';
    if (!section.title.empty()) {
      out += coloured(wrapped(printable(section.title), style.width), Tone::strong, style.colour) + '\n';
    }
    for (const auto& line : section.lines) out += wrapped(printable(line), style.width) + '\n';
    if (section.table.columns.empty()) continue;
    if (!section.title.empty() || !section.lines.empty()) out += '\n';
    out += to_text(section.table, style);
  }
  if (!document.notes.empty() && !out.empty()) out += '\n';
  for (const auto& note : document.notes) out += "* " + wrapped(printable(note), style.width, 2) + '\n';
  return out;
}

}  // namespace ringside::report
