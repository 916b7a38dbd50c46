// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <functional>

#include "simulate/alternatives.h"
#include "simulate/rule.h"
#include "simulate/tables.h"
#include "stats/effect.h"

namespace ringside::simulate {
namespace {

using Method = std::function<bool(const CellCampaign&, const std::vector<double>& thetas, Noise&)>;

struct NamedMethod {
  std::string name;
  Method flags;
};

std::vector<NamedMethod> methods() {
  using Thetas = const std::vector<double>&;
  return {
      {"Welch over all runs", [](const CellCampaign& cell, Thetas, Noise&) { return welch_over_runs_flags(cell); }},
      {"Mann-Whitney over all runs",
       [](const CellCampaign& cell, Thetas, Noise&) { return mann_whitney_over_runs_flags(cell); }},
      {"permutation over all runs",
       [](const CellCampaign& cell, Thetas, Noise& noise) { return permutation_over_runs_flags(cell, noise); }},
      {"BCa bootstrap over blocks",
       [](const CellCampaign&, Thetas thetas, Noise& noise) { return bca_over_blocks_flags(thetas, noise); }},
      {"exact sign flip over blocks",
       [](const CellCampaign&, Thetas thetas, Noise&) { return sign_flip_flags(thetas); }},
      {"paired t over blocks", [](const CellCampaign&, Thetas thetas, Noise&) { return paired_t_flags(thetas); }},
      {"verdict rule", [](const CellCampaign& cell, Thetas, Noise&) { return is_flagged(rule_of_one_cell(cell)); }},
  };
}

}  // namespace

Table methods_table(const Options& options) {
  Table table{
      "methods", "one cell, a boot per arm, five runs per boot, sd 2 % between and 2 % within boots", "method", {}, {}};
  const std::vector<NamedMethod> all = methods();
  for (const NamedMethod& method : all) table.rows.push_back({method.name, {}});

  for (const std::size_t blocks : std::array<std::size_t, 2>{5, 10}) {
    for (const int percent : {0, 3, 5}) {
      table.columns.push_back(percent == 0 ? fmt::format("n={} false positives", blocks)
                                           : fmt::format("n={} power {} %", blocks, percent));
      // Two streams, so that the campaigns do not depend on how many numbers a method draws.
      Noise campaigns(options.seed, fmt::format("methods/{}/{}", blocks, percent));
      Noise resampling(options.seed, fmt::format("methods/resampling/{}/{}", blocks, percent));
      std::vector<std::size_t> flagged(all.size(), 0);
      for (std::size_t trial = 0; trial < options.trials; ++trial) {
        const CellCampaign cell = make_cell(campaigns, {.blocks = blocks}, stats::as_log(Fraction{percent / 100.0}));
        const std::vector<double> thetas = thetas_of(cell);
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (all[i].flags(cell, thetas, resampling)) ++flagged[i];
        }
      }
      for (std::size_t i = 0; i < all.size(); ++i) {
        table.rows[i].values.emplace_back(static_cast<double>(flagged[i]) / static_cast<double>(options.trials));
      }
    }
  }
  return table;
}

}  // namespace ringside::simulate
