// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/kernel_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace

std::optional<std::string> line_of_record(std::string_view record) {
  const std::size_t semicolon = record.find(';');
  if (semicolon == std::string_view::npos) return std::nullopt;
  const auto fields = split(record.substr(0, semicolon), ',');
  if (fields.size() < 3) return std::nullopt;
  const auto microseconds = number<std::uint64_t>(fields[2]);
  if (!microseconds) return std::nullopt;
  const std::string_view text = record.substr(semicolon + 1);
  return fmt::format("[{:5}.{:06}] {}", *microseconds / 1'000'000, *microseconds % 1'000'000,
                     text.substr(0, text.find('\n')));
}

bool mentions(std::string_view line, std::string_view name) {
  if (name.empty()) return false;
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(line[at - 1]);
    const bool ends = at + name.size() == line.size() || !is_word(line[at + name.size()]);
    if (begins && ends) return true;
  }
  return false;
}

std::optional<QueueSplit> split_of_line(std::string_view line) {
  const auto all = words(line);
  const auto marker = std::ranges::find(all, "default/read/poll");
  if (marker == all.begin() || marker == all.end()) return std::nullopt;
  const auto parts = split(*(marker - 1), '/');
  if (parts.size() != 3) return std::nullopt;
  std::array<int, 3> counts{};
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const auto count = number<int>(parts[at]);
    if (!count || *count < 0) return std::nullopt;
    counts[at] = *count;
  }
  return QueueSplit{counts[0], counts[1], counts[2]};
}

bool is_module_warning(std::string_view line) {
  const std::string text = lower(line);
  return std::ranges::any_of(std::array{"taint", "btf", "verification failed", "unknown parameter", "ignor"},
                             [&](const char* word) { return text.find(word) != std::string::npos; });
}

}  // namespace ringside::agent
