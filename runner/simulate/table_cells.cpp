// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <utility>

#include "simulate/rule.h"
#include "simulate/tables.h"
#include "stats/effect.h"
#include "stats/family.h"

namespace ringside::simulate {
namespace {

constexpr std::size_t k_cells = 12;
constexpr std::size_t k_affected = 0;

struct Counts {
  std::size_t found_in_one_stage = 0;
  std::size_t found_in_two_stages = 0;
  std::size_t false_in_one_stage = 0;  // campaigns with at least one unaffected cell flagged
  std::size_t false_in_two_stages = 0;
  std::size_t measured_again = 0;  // cells, over all campaigns
};

std::vector<stats::Assessment> assess_all(const std::vector<CellCampaign>& cells) {
  std::vector<stats::Assessment> assessments;
  assessments.reserve(cells.size());
  for (const CellCampaign& cell : cells) assessments.push_back(assessment_of(cell));
  return assessments;
}

// Stage 2 measures only the flagged cells, in boots of its own.
std::vector<stats::Assessment> measure_again(Noise& noise, const Design& design, const std::vector<double>& slowdowns,
                                             const std::vector<std::size_t>& flagged) {
  std::vector<double> of_flagged;
  of_flagged.reserve(flagged.size());
  for (const std::size_t cell : flagged) of_flagged.push_back(slowdowns[cell]);
  return assess_all(make_campaign(noise, design, of_flagged));
}

void judge_one(Noise& noise, const Design& design, const std::vector<double>& slowdowns, Counts& counts) {
  const auto first = assess_all(make_campaign(noise, design, slowdowns));
  const auto in_one_stage = stats::decide_with_holm(first);
  const stats::Screening screening = stats::screen(first);
  const auto second = measure_again(noise, design, slowdowns, screening.flagged);
  const auto in_two_stages = stats::decide_in_two_stages(first, screening, second);
  counts.measured_again += screening.flagged.size();

  bool false_in_one = false;
  bool false_in_two = false;
  for (std::size_t cell = 0; cell < slowdowns.size(); ++cell) {
    const bool by_one = is_flagged(in_one_stage[cell]);
    const bool by_two = is_flagged(in_two_stages[cell].decision);
    if (slowdowns[cell] != 0) {
      if (by_one) ++counts.found_in_one_stage;
      if (by_two) ++counts.found_in_two_stages;
    } else {
      false_in_one |= by_one;
      false_in_two |= by_two;
    }
  }
  if (false_in_one) ++counts.false_in_one_stage;
  if (false_in_two) ++counts.false_in_two_stages;
}

Row row_of(const Options& options, const Design& design, double slowdown, const std::string& label) {
  Noise noise(options.seed, "cells/" + label);
  std::vector<double> slowdowns(k_cells, 0.0);
  slowdowns[k_affected] = slowdown;
  Counts counts;
  for (std::size_t trial = 0; trial < options.trials; ++trial) judge_one(noise, design, slowdowns, counts);
  const auto per_trial = [&](std::size_t count) {
    return std::optional(static_cast<double>(count) / static_cast<double>(options.trials));
  };
  const auto power = [&](std::size_t count) { return slowdown == 0 ? std::nullopt : per_trial(count); };
  return {label,
          {power(counts.found_in_one_stage), power(counts.found_in_two_stages), per_trial(counts.false_in_one_stage),
           per_trial(counts.false_in_two_stages), per_trial(counts.measured_again)}};
}

}  // namespace

Table cells_table(const Options& options) {
  Table table{"cells",
              "twelve cells that share their boots, at most one slower; n=10, sd 2 % between and 2 % within boots",
              "design and slowdown of the one cell",
              {"found, one stage (Holm)", "found, two stages", "false alarm, one stage", "false alarm, two stages",
               "cells measured again"},
              {}};
  for (const auto& [pairing, name] : {std::pair{stats::Pairing::one_boot, "both arms in one boot"},
                                      std::pair{stats::Pairing::boot_per_arm, "a boot per arm"}}) {
    for (const std::size_t runs : std::array<std::size_t, 2>{1, 5}) {
      for (const int percent : {0, 5}) {
        const std::string label = fmt::format("{}, {} run{}, {} %", name, runs, runs == 1 ? "" : "s", percent);
        const Design design{.pairing = pairing, .runs = runs};
        table.rows.push_back(row_of(options, design, stats::as_log(Fraction{percent / 100.0}), label));
      }
    }
  }
  return table;
}

}  // namespace ringside::simulate
