// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/envelope.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace ringside::fio {
namespace {

constexpr auto k_nowhere = std::string_view::npos;
constexpr std::string_view k_blanks = " \t\r\n";
constexpr std::string_view k_first_key = "\"fio version\"";

bool begins_line(std::string_view text, std::size_t at) {
  while (at > 0) {
    const char before = text[--at];
    if (before == '\n' || before == '\r') return true;
    if (before != ' ' && before != '\t') return false;
  }
  return true;
}

bool names_fio(std::string_view document) {
  const std::size_t at = document.find_first_not_of(k_blanks, 1);
  return at != k_nowhere && document.substr(at).starts_with(k_first_key);
}

// A document begins at a brace that begins a line, or that is followed by fio's first key: error messages without a
// line break may stand before it.
std::size_t next_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('{', from); at != k_nowhere; at = text.find('{', at + 1)) {
    if (begins_line(text, at) || names_fio(text.substr(at))) return at;
  }
  return k_nowhere;
}

// One past the bracket that closes the one at `start`.
std::size_t end_of(std::string_view text, std::size_t start) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = start; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at + 1;
  }
  return k_nowhere;
}

}  // namespace

Result<std::string_view> last_document(std::string_view output) {
  std::optional<std::string_view> last;
  std::size_t from = 0;
  for (std::size_t start = next_start(output, from); start != k_nowhere; start = next_start(output, from)) {
    const std::size_t end = end_of(output, start);
    if (end == k_nowhere) {
      return fail(ErrorCode::invalid_result,
                  fmt::format("fio's output is cut off: the JSON document at byte {} of {} does not end", start,
                              output.size()));
    }
    const std::string_view document = output.substr(start, end - start);
    if (names_fio(document)) last = document;
    from = end;
  }
  if (last) return *last;
  return fail(ErrorCode::invalid_result, output.find_first_not_of(k_blanks) == k_nowhere
                                             ? std::string("fio wrote nothing")
                                             : std::string("fio's output holds no JSON document"));
}

std::string_view first_complaint(std::string_view output) {
  static constexpr std::string_view k_prefix = "fio: ";
  for (std::size_t at = output.find(k_prefix); at != k_nowhere; at = output.find(k_prefix, at + 1)) {
    if (begins_line(output, at)) return output.substr(at, output.find_first_of("\r\n", at) - at);
  }
  return {};
}

}  // namespace ringside::fio
