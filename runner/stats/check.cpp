// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/check.h"

#include <fmt/format.h>

#include <cmath>

namespace ringside::stats {

Result<void> check_values(std::span<const double> values, std::size_t minimum, std::string_view what) {
  if (values.size() < minimum) {
    return fail(ErrorCode::invalid_result,
                fmt::format("{} needs at least {} values, there are {}", what, minimum, values.size()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      return fail(ErrorCode::invalid_result, fmt::format("{}: value {} is not a finite number", what, i + 1));
    }
  }
  return {};
}

Result<void> check_probability(double probability, std::string_view what) {
  if (probability > 0 && probability < 1) return {};
  return fail(ErrorCode::usage, fmt::format("{} must lie between 0 and 1, not {}", what, probability));
}

}  // namespace ringside::stats
