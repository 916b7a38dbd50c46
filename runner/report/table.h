// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a value, apart from how it is written: text, CSV, markdown, JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ringside::report {

enum class Align { left, right };

// What a field says about itself; only a terminal shows it, as a colour.
enum class Tone { plain, good, bad, doubtful, dim, strong };

// std::monostate: unknown or not applicable. Never a made-up zero.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

// `value` is for programs (CSV, JSON: full precision, base units), `text` for people. U+00A0 in `text` is a space
// that must not be broken at.
struct Field {
  Value value;
  std::string text;
  Tone tone = Tone::plain;
};

// A field that reads the same for programs and people.
[[nodiscard]] Field field(std::string text, Tone tone = Tone::plain);
[[nodiscard]] Field field(std::int64_t number);
[[nodiscard]] Field field(Value value, std::string text, Tone tone = Tone::plain);
// Nothing is known: null in JSON, empty in CSV, a dash for people.
[[nodiscard]] Field unknown_field();

struct Column {
  std::string key;    // name in CSV and JSON
  std::string title;  // for people
  Align align = Align::left;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Field>> rows;  // each as long as `columns`
};

// Several tables with headings, and what must be read with them.
struct Section {
  std::string title;
  std::vector<std::string> lines;  // below the title
  Table table;
};

struct Document {
  std::vector<Section> sections;
  std::vector<std::string> notes;
};

}  // namespace ringside::report
