// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/process_stat.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <map>

#include "host/read_file.h"

namespace ringside::host {
namespace {

std::optional<unsigned long long> number_in(std::string_view text) {
  unsigned long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    out.push_back(text.substr(0, text.find_first_of(" \n")));
    text.remove_prefix(out.back().size());
  }
  return out;
}

}  // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view line, long ticks_per_second) {
  // The name stands in parentheses and may itself hold any of them: the last one counts.
  const auto open = line.find('(');
  const auto close = line.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  // proc(5): state is field 3; utime 14, stime 15, starttime 22.
  const auto fields = words_of(line.substr(close + 1));
  if (fields.size() < 20) return std::nullopt;
  const auto user = number_in(fields[11]);
  const auto system = number_in(fields[12]);
  const auto started = number_in(fields[19]);
  if (!user || !system || !started || ticks_per_second <= 0) return std::nullopt;
  const auto tick = Nanoseconds(std::chrono::seconds(1)) / ticks_per_second;
  return ProcessStat{std::string(line.substr(open + 1, close - open - 1)), tick * static_cast<std::int64_t>(*user),
                     tick * static_cast<std::int64_t>(*system), *started};
}

std::optional<unsigned long long> process_start_time(pid_t pid) {
  const auto text = read_small_file(fmt::format("/proc/{}/stat", pid));
  const auto stat = text ? parse_process_stat(*text, ::sysconf(_SC_CLK_TCK)) : std::nullopt;
  return stat ? std::optional(stat->start_time) : std::nullopt;
}

std::vector<ProcessStat> thread_stats(pid_t pid) {
  std::map<long, ProcessStat> by_thread;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
    const auto text = read_small_file(entry.path() / "stat");
    const auto stat = text ? parse_process_stat(*text, ::sysconf(_SC_CLK_TCK)) : std::nullopt;
    if (stat) by_thread[std::stol(entry.path().filename().string())] = *stat;
  }
  std::vector<ProcessStat> out;
  for (auto& [thread, stat] : by_thread) out.push_back(std::move(stat));
  return out;
}

}  // namespace ringside::host
