// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>

#include "fio/result.h"

namespace ringside::fio {
namespace {

struct LogLine {
  std::int64_t milliseconds = 0;
  double rate = 0;
};

struct Interval {
  double rate = 0;
  int lines = 0;
};

constexpr std::int64_t k_longest_ms = std::int64_t{1} << 40;

// The next comma-separated number, taken off the front of `text`.
std::optional<std::int64_t> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(',')) {
    text.remove_prefix(1);
  } else if (!text.empty()) {
    return std::nullopt;
  }
  return number;
}

// "milliseconds, rate, direction, …"; what follows differs between fio's versions.
std::optional<LogLine> parse_line(std::string_view line) {
  const auto time = take_number(line);
  const auto rate = time ? take_number(line) : std::nullopt;
  const auto direction = rate ? take_number(line) : std::nullopt;
  if (!direction || *direction > 2 || *time > k_longest_ms) return std::nullopt;
  return LogLine{*time, static_cast<double>(*rate)};
}

// Jobs log apart, each at the end of its interval or a little later, with nothing that tells them apart. An interval
// that fewer of them logged than usual is not whole, and its sum would look like a drop.
int usual_line_count(const std::map<std::int64_t, Interval>& intervals) {
  std::map<int, int> how_often;
  for (const auto& [index, interval] : intervals) ++how_often[interval.lines];
  int usual = 0;
  int most = 0;
  for (const auto& [lines, times] : how_often) {
    if (times < most) continue;
    most = times;
    usual = lines;
  }
  return usual;
}

}  // namespace

Result<std::vector<double>> parse_iops_log(std::string_view text, Milliseconds interval) {
  if (interval <= Milliseconds{0}) return fail(ErrorCode::invalid_result, "an IOPS log without an interval");
  std::map<std::int64_t, Interval> intervals;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty()) continue;
    const auto parsed = parse_line(line);
    if (!parsed) {
      return fail(ErrorCode::invalid_result, fmt::format("line {} of fio's IOPS log is '{}'", number, line));
    }
    // fio allows itself to be one millisecond early.
    Interval& sum = intervals[(parsed->milliseconds + 1) / interval.count()];
    sum.rate += parsed->rate;
    ++sum.lines;
  }
  const int usual = usual_line_count(intervals);
  std::vector<double> out;
  for (const auto& [index, sum] : intervals) {
    if (sum.lines == usual) out.push_back(sum.rate);
  }
  return out;
}

}  // namespace ringside::fio
