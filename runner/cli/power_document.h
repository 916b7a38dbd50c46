// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside plan`: what the planned blocks can find, and how many a wished effect needs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/host_noise.h"
#include "core/units.h"
#include "report/table.h"

namespace ringside::cli {

struct CellPower {
  analysis::CellNoise noise{};
  std::optional<double> detectable{};         // smallest slowdown for one cell by itself: 0.05 is 5 %
  std::optional<double> detectable_among{};   // after Holm over all cells
  std::optional<std::size_t> blocks{};        // for the wished effect, one cell by itself
  std::optional<std::size_t> blocks_among{};  // after Holm over all cells
  std::optional<std::size_t> advised_runs{};  // per boot, where the noise of boots is known
};

struct PowerPlan {
  std::string campaign{};
  analysis::Metric metric{};
  int blocks = 0;
  int runs = 1;
  bool one_boot = true;
  double effect = 0.05;
  double power = 0.80;
  double alpha = 0.05;
  Fraction floor{};
  std::string accelerator{};  // empty: unknown
  std::string kernel{};       // release; empty: unknown
  Nanoseconds block_time{0};
  std::vector<CellPower> cells{};
};

// The figures of one cell, by the exact noncentral t.
[[nodiscard]] CellPower power_of(const analysis::CellNoise& noise, const PowerPlan& plan, std::size_t cells);

[[nodiscard]] report::Document power_document(const std::vector<PowerPlan>& plans);
// "ringside.power/1", described in docs/json.md.
[[nodiscard]] std::string power_json(const std::vector<PowerPlan>& plans);

}  // namespace ringside::cli
