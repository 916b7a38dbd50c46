// SPDX-License-Identifier: GPL-3.0-or-later
// The text that tracefs gives of recorded events, as values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ringside::validate {

struct TraceEvent {
  std::string name;
  bool interrupts_off = false;                // as it was where the event happened
  std::map<std::string, std::string> fields;  // "queue=0 site=poll"; an event without such fields has none
};

// Lines of the file `trace` in order; comments and lines that are no events are left out.
[[nodiscard]] std::vector<TraceEvent> parse_trace(std::string_view text);

// How many there are of a name, and with a field of a value.
[[nodiscard]] int count(const std::vector<TraceEvent>& events, std::string_view name);
[[nodiscard]] int count(const std::vector<TraceEvent>& events, std::string_view name, const std::string& field,
                        std::string_view value);

}  // namespace ringside::validate
