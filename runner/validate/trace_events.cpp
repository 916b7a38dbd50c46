// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/trace_events.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace ringside::validate {
namespace {

// "  fio-123  [000] d..1.  12.345678: lock: device=3 queue=0": task, CPU, flags, time, name, fields. A task's name may
// hold blanks, so the CPU is looked for.
std::optional<TraceEvent> event_of(const std::string& line) {
  if (line.empty() || line.front() == '#') return std::nullopt;
  const auto cpu = line.find(" [");
  const auto cpu_end = line.find("] ", cpu == std::string::npos ? 0 : cpu);
  if (cpu == std::string::npos || cpu_end == std::string::npos) return std::nullopt;
  std::istringstream rest(line.substr(cpu_end + 2));
  std::string flags;
  std::string time;
  TraceEvent out;
  if (!(rest >> flags >> time >> out.name) || !time.ends_with(':') || !out.name.ends_with(':')) return std::nullopt;
  out.name.pop_back();
  out.interrupts_off = flags.front() == 'd' || flags.front() == 'D';
  for (std::string word; rest >> word;) {
    if (const auto equals = word.find('='); equals != std::string::npos) {
      out.fields[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return out;
}

}  // namespace

std::vector<TraceEvent> parse_trace(std::string_view text) {
  std::vector<TraceEvent> out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (auto event = event_of(line)) out.push_back(std::move(*event));
  }
  return out;
}

int count(const std::vector<TraceEvent>& events, std::string_view name) {
  return static_cast<int>(std::ranges::count(events, name, &TraceEvent::name));
}

int count(const std::vector<TraceEvent>& events, std::string_view name, const std::string& field,
          std::string_view value) {
  return static_cast<int>(std::ranges::count_if(events, [&](const TraceEvent& event) {
    const auto found = event.fields.find(field);
    return event.name == name && found != event.fields.end() && found->second == value;
  }));
}

}  // namespace ringside::validate
