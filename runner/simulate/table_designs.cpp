// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <utility>

#include "simulate/rule.h"
#include "simulate/tables.h"
#include "stats/effect.h"
#include "stats/gate.h"

namespace ringside::simulate {
namespace {

struct Counts {
  std::size_t flagged = 0;
  std::size_t equivalent = 0;
  std::size_t distribution_sensitive = 0;
  std::size_t gate_failed = 0;
};

Counts count(const Options& options, const Design& design, double slowdown, const std::string& stream) {
  Noise noise(options.seed, stream);
  Counts counts;
  for (std::size_t trial = 0; trial < options.trials; ++trial) {
    const stats::Assessment assessment = assessment_of(make_cell(noise, design, slowdown));
    const stats::Decision decision = stats::decide(assessment);
    if (is_flagged(decision)) ++counts.flagged;
    if (decision.verdict == Verdict::equivalent) ++counts.equivalent;
    if (decision.reason == VerdictReason::distribution_sensitive) ++counts.distribution_sensitive;
    if (stats::gate_outcome(assessment, decision) == GateOutcome::fail) ++counts.gate_failed;
  }
  return counts;
}

Row row_of(const Options& options, const Design& design, const std::string& label) {
  const auto share = [&](std::size_t hits) {
    return std::optional(static_cast<double>(hits) / static_cast<double>(options.trials));
  };
  Row row{label, {}};
  const Counts nothing = count(options, design, 0, "designs/0/" + label);
  row.values = {share(nothing.flagged), share(nothing.equivalent)};
  for (const int percent : {3, 5, 8}) {
    const double slowdown = stats::as_log(Fraction{percent / 100.0});
    const Counts slower = count(options, design, slowdown, fmt::format("designs/{}/{}", percent, label));
    row.values.push_back(share(slower.flagged));
    if (percent == 5) row.values.push_back(share(slower.distribution_sensitive));
    if (percent == 8) row.values.push_back(share(slower.gate_failed));
  }
  return row;
}

}  // namespace

Table designs_table(const Options& options) {
  Table table{"designs",
              "the verdict rule for one cell, sd 2 % between and 2 % within boots",
              "design",
              {"false positives", "equivalent at 0 %", "power 3 %", "power 5 %", "distribution-sensitive at 5 %",
               "power 8 %", "gate fails at 8 %"},
              {}};
  for (const auto& [pairing, name] : {std::pair{stats::Pairing::one_boot, "both arms in one boot"},
                                      std::pair{stats::Pairing::boot_per_arm, "a boot per arm"}}) {
    for (const std::size_t runs : std::array<std::size_t, 2>{1, 5}) {
      for (const std::size_t blocks : std::array<std::size_t, 3>{5, 10, 20}) {
        const std::string label = fmt::format("{}, {} run{}, n={}", name, runs, runs == 1 ? "" : "s", blocks);
        table.rows.push_back(row_of(options, {.pairing = pairing, .blocks = blocks, .runs = runs}, label));
      }
    }
  }
  return table;
}

}  // namespace ringside::simulate
