// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>
#include <span>

#include "simulate/alternatives.h"
#include "simulate/rule.h"
#include "simulate/tables.h"
#include "stats/family.h"
#include "stats/multiplicity.h"
#include "stats/paired.h"

namespace ringside::simulate {
namespace {

constexpr double k_drift = 0.04;  // of the log of IOPS, over the whole campaign
constexpr std::size_t k_many_cells = 24;
constexpr double k_alpha = 0.05;

enum class Order { one_arm_after_the_other, interleaved };

// The host slows down steadily by k_drift from the first boot to the last.
void add_drift(CellCampaign& cell, Order order) {
  const std::size_t blocks = cell.baseline.size();
  const auto slow_down = [&](std::vector<double>& boot, std::size_t position) {
    const double share = static_cast<double>(position) / static_cast<double>(2 * blocks - 1);
    for (double& iops : boot) iops *= std::exp(-k_drift * share);
  };
  for (std::size_t block = 0; block < blocks; ++block) {
    if (order == Order::one_arm_after_the_other) {
      slow_down(cell.baseline[block], block);
      slow_down(cell.candidate[block], blocks + block);
    } else {
      const std::size_t first_of_candidate = block % 2;  // the arms take turns in going first
      slow_down(cell.baseline[block], 2 * block + first_of_candidate);
      slow_down(cell.candidate[block], 2 * block + 1 - first_of_candidate);
    }
  }
}

double share_of(const Options& options, const std::string& stream, const std::function<bool(Noise&)>& flags) {
  Noise noise(options.seed, "pitfalls/" + stream);
  std::size_t flagged = 0;
  for (std::size_t trial = 0; trial < options.trials; ++trial) {
    if (flags(noise)) ++flagged;
  }
  return static_cast<double>(flagged) / static_cast<double>(options.trials);
}

CellCampaign drifting(Noise& noise, Order order) {
  CellCampaign cell = make_cell(noise, {}, 0);
  add_drift(cell, order);
  return cell;
}

// Looks after every block from the second on, and stops at the first small p.
bool peeking_flags(Noise& noise) {
  const std::vector<double> thetas = thetas_of(make_cell(noise, {}, 0));
  for (std::size_t blocks = 2; blocks <= thetas.size(); ++blocks) {
    if (paired_t_flags({thetas.begin(), thetas.begin() + static_cast<std::ptrdiff_t>(blocks)})) return true;
  }
  return false;
}

std::vector<double> p_of_many_cells(Noise& noise) {
  std::vector<double> p;
  for (const CellCampaign& cell : make_campaign(noise, {.runs = 1}, std::vector<double>(k_many_cells, 0.0))) {
    p.push_back(stats::paired_t(thetas_of(cell)).value().p_two_sided);
  }
  return p;
}

bool any_small(const std::vector<double>& p) {
  for (const double value : p) {
    if (value <= k_alpha) return true;
  }
  return false;
}

}  // namespace

Table pitfalls_table(const Options& options) {
  Table table{"pitfalls",
              "pitfalls: no true difference anywhere; n=10, a boot per arm, sd 2 % between and 2 % within boots",
              "what is done",
              {"false positives"},
              {}};
  const auto add = [&](const std::string& label, const std::function<bool(Noise&)>& flags) {
    table.rows.push_back({label, {share_of(options, label, flags)}});
  };
  add("drift of 4 %, all of A then all of B, Welch over boots",
      [](Noise& noise) { return welch_over_boots_flags(drifting(noise, Order::one_arm_after_the_other)); });
  add("drift of 4 %, all of A then all of B, Welch over all runs",
      [](Noise& noise) { return welch_over_runs_flags(drifting(noise, Order::one_arm_after_the_other)); });
  add("drift of 4 %, interleaved, paired t over blocks",
      [](Noise& noise) { return paired_t_flags(thetas_of(drifting(noise, Order::interleaved))); });
  add("drift of 4 %, interleaved, verdict rule",
      [](Noise& noise) { return is_flagged(rule_of_one_cell(drifting(noise, Order::interleaved))); });
  add("paired t after every block from the second on, stopping when significant", peeking_flags);
  add("24 cells, any flag, paired t unadjusted", [](Noise& noise) { return any_small(p_of_many_cells(noise)); });
  add("24 cells, any flag, paired t with Holm",
      [](Noise& noise) { return any_small(stats::holm(p_of_many_cells(noise)).value()); });
  return table;
}

}  // namespace ringside::simulate
