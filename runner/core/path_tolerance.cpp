// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/path_tolerance.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "core/units.h"

namespace ringside {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

Result<PathTolerance> parse_path_tolerance(std::string_view text) {
  if (text == "0") return PathTolerance{};
  if (text.ends_with('%')) {
    const auto fraction = parse_fraction(text);
    if (fraction && fraction->value >= 0 && fraction->value < 1) return PathTolerance{0, fraction->value};
  }
  for (const std::string_view unit : {" instructions", " instruction"}) {
    if (!text.ends_with(unit)) continue;
    if (const auto number = whole_number(text.substr(0, text.size() - unit.size()))) {
      return PathTolerance{static_cast<double>(*number), 0};
    }
  }
  return fail(ErrorCode::configuration, fmt::format("'{}' is no tolerance of a path length", text),
              "write \"0\", \"2 instructions\" or \"1%\"");
}

std::string to_text(const PathTolerance& tolerance) {
  if (tolerance.fraction > 0) return fmt::format("{}%", tolerance.fraction * 100);
  if (tolerance.instructions > 0) {
    return fmt::format("{} instruction{}", tolerance.instructions, tolerance.instructions > 1 ? "s" : "");
  }
  return "0";
}

}  // namespace ringside
