// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios with their intervals as a drawing: a line per cell, one stands for "no difference".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/table.h"
#include "stats/interval.h"

namespace ringside::report {

struct IntervalRow {
  std::string label;
  std::optional<double> ratio;              // above zero; nothing: the row says "no figure"
  std::optional<stats::Interval> interval;  // of the ratio
  Tone tone = Tone::plain;                  // of the verdict
  std::string text;                         // figure and verdict, right of the line and read out
};

// Inline SVG (no scripts, no links) on a logarithmic axis; empty for no rows. `title` is read out to who cannot see it.
// Rows beyond the first 200 are counted, not drawn.
[[nodiscard]] std::string interval_plot(const std::string& title, const std::vector<IntervalRow>& rows);

}  // namespace ringside::report
