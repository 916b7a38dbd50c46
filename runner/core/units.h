// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities with their unit in the type, and how people write them.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside {

using Nanoseconds = std::chrono::nanoseconds;
using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;
using TimePoint = SteadyClock::time_point;  // deadlines
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

struct Bytes {
  std::uint64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

// A share of one: 0.05 is written "5%".
struct Fraction {
  double value = 0;
  auto operator<=>(const Fraction&) const = default;
};

// "4096", "4k", "512MiB", "1GiB": powers of 1024 with or without "iB"; "1MB" is refused as ambiguous.
[[nodiscard]] Result<Bytes> parse_bytes(std::string_view text);
// "5s", "500ms", "10us", "100ns", "2min".
[[nodiscard]] Result<Nanoseconds> parse_duration(std::string_view text);
// "5%", "0.5%".
[[nodiscard]] Result<Fraction> parse_fraction(std::string_view text);

// The largest unit that loses nothing: "1GiB", "4KiB", "512B".
[[nodiscard]] std::string to_text(Bytes bytes);
// Three significant digits and a fitting unit: "1.25ms", "13.0s".
[[nodiscard]] std::string to_text(Nanoseconds duration);
// ISO 8601 in UTC, milliseconds: "2022-03-24T09:00:00.000Z".
[[nodiscard]] std::string to_text(WallTime time);

}  // namespace ringside
