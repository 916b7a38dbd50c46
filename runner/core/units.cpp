// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace ringside {
namespace {

struct Split {
  double number;
  std::string_view suffix;
};

Result<Split> split_number(std::string_view text, std::string_view what) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || number < 0 || !std::isfinite(number)) {
    return fail(ErrorCode::configuration, fmt::format("'{}' is not a {}", text, what));
  }
  std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  return Split{number, suffix};
}

}  // namespace

Result<Bytes> parse_bytes(std::string_view text) {
  struct Unit {
    std::string_view name;
    int shift;
  };
  static constexpr std::array k_units{Unit{"", 0},     Unit{"B", 0},  Unit{"k", 10},   Unit{"K", 10}, Unit{"KiB", 10},
                                      Unit{"m", 20},   Unit{"M", 20}, Unit{"MiB", 20}, Unit{"g", 30}, Unit{"G", 30},
                                      Unit{"GiB", 30}, Unit{"T", 40}, Unit{"TiB", 40}};
  const auto split = split_number(text, "size");
  if (!split) return std::unexpected(split.error());
  for (const Unit& unit : k_units) {
    if (split->suffix != unit.name) continue;
    const double bytes = std::ldexp(split->number, unit.shift);
    if (bytes != std::floor(bytes) || bytes >= 0x1p63) break;
    return Bytes{static_cast<std::uint64_t>(bytes)};
  }
  return fail(ErrorCode::configuration, fmt::format("'{}' is not a size", text),
              "write a whole number of bytes with B, KiB, MiB, GiB or TiB, such as \"1GiB\" or \"4KiB\"");
}

Result<Nanoseconds> parse_duration(std::string_view text) {
  struct Unit {
    std::string_view name;
    double nanoseconds;
  };
  static constexpr std::array k_units{Unit{"ns", 1},  Unit{"us", 1e3},   Unit{"ms", 1e6},
                                      Unit{"s", 1e9}, Unit{"min", 6e10}, Unit{"h", 3.6e12}};
  const auto split = split_number(text, "duration");
  if (!split) return std::unexpected(split.error());
  for (const Unit& unit : k_units) {
    const double nanoseconds = split->number * unit.nanoseconds;
    if (split->suffix == unit.name && nanoseconds < 0x1p62) {
      return Nanoseconds{std::llround(nanoseconds)};
    }
  }
  return fail(ErrorCode::configuration, fmt::format("'{}' is not a duration", text),
              "write a number with ns, us, ms, s, min or h, such as \"5s\"");
}

Result<Fraction> parse_fraction(std::string_view text) {
  const auto split = split_number(text, "percentage");
  if (!split) return std::unexpected(split.error());
  if (split->suffix == "%") return Fraction{split->number / 100};
  return fail(ErrorCode::configuration, fmt::format("'{}' is not a percentage", text),
              "write a number with a percent sign, such as \"5%\"");
}

std::string to_text(Bytes bytes) {
  static constexpr std::array k_units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::uint64_t value = bytes.value;
  std::size_t unit = 0;
  while (value != 0 && value % 1024 == 0 && unit + 1 < k_units.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", value, k_units[unit]);
}

std::string to_text(Nanoseconds duration) {
  const double nanoseconds = static_cast<double>(duration.count());
  const auto scaled = [&](double divisor, const char* unit) {
    const double value = nanoseconds / divisor;
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return fmt::format("{:.{}f}{}", value, decimals, unit);
  };
  if (std::abs(nanoseconds) < 1e3) return fmt::format("{}ns", duration.count());
  if (std::abs(nanoseconds) < 1e6) return scaled(1e3, "us");
  if (std::abs(nanoseconds) < 1e9) return scaled(1e6, "ms");
  return scaled(1e9, "s");
}

std::string to_text(WallTime time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                     (time - seconds).count());
}

}  // namespace ringside
