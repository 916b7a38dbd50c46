// SPDX-License-Identifier: GPL-3.0-or-later
// What a measured ratio says of a published claim. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/comparison.h"
#include "core/published.h"
#include "core/units.h"
#include "stats/interval.h"

namespace ringside::replicate {

enum class Outcome {
  reproduced,        // the interval lies wholly on the claimed side; for "no difference": equivalent within the margin
  opposite,          // wholly on the other side of a claimed gain or loss
  contradicted,      // "no difference" was claimed, and the interval lies wholly on one side
  inconclusive,      // the data allow both
  not_measured,      // no block holds a valid pair
  not_reproducible,  // nothing here can measure it
};
[[nodiscard]] std::string_view to_text(Outcome outcome);

// IOPS after over before, of one pair of arms in one cell.
struct MeasuredRatio {
  std::size_t blocks = 0;  // pairs
  std::optional<double> before;
  std::optional<double> after;
  std::optional<double> ratio;
  std::optional<stats::Interval> interval;     // of the ratio, 95 %
  std::optional<stats::Interval> equivalence;  // of the ratio, 90 %: two one-sided tests at 5 %
  std::optional<double> detectable;            // smallest slowdown found with power 0.8: 0.05 is 5 %
  Fraction margin;
  std::string obstacle;  // why nothing may be decided, whatever the numbers are
};

[[nodiscard]] MeasuredRatio measured_ratio(const analysis::MetricComparison& comparison);

struct Judgement {
  Outcome outcome = Outcome::not_measured;
  std::optional<bool> contains_published;  // whether the 95 % interval holds the published ratio
  std::string reason;                      // of what is not decided
};

// Each row is judged by itself: the question is whether that row comes out again, so nothing is adjusted for the number
// of rows. Fewer blocks than a verdict needs decide nothing.
[[nodiscard]] Judgement judge(const PublishedRow& row, const std::optional<MeasuredRatio>& measured);

}  // namespace ringside::replicate
