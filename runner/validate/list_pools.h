// SPDX-License-Identifier: GPL-3.0-or-later
// Scatter lists longer than what a request has ready come from five pools of the kernel. The functions that take one
// and give it back cannot be probed everywhere; these are what they call: the events note the pool and the five.
#pragma once

#include <algorithm>
#include <string>

#include "validate/trace_events.h"

namespace ringside::validate {

// Fetch arguments of a probe whose event is about the pool in the register ("%di").
[[nodiscard]] inline std::string list_pools(const std::string& pool) {
  return "pool=" + pool +
         ":x64 p0=@sg_pools+24:x64 p1=@sg_pools+56:x64 p2=@sg_pools+88:x64 p3=@sg_pools+120:x64 p4=@sg_pools+152:x64";
}

// Whether it is one of the five.
[[nodiscard]] inline bool is_list(const TraceEvent& event) {
  const auto asked = event.fields.find("pool");
  return asked != event.fields.end() && std::ranges::any_of(event.fields, [&](const auto& field) {
           return field.first.starts_with('p') && field.first.size() == 2 && field.second == asked->second;
         });
}

}  // namespace ringside::validate
