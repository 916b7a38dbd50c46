// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/model.h"

#include <cmath>
#include <numeric>

#include "stats/effect.h"

namespace ringside::simulate {
namespace {

constexpr double k_typical_iops = 100'000;

std::vector<double> make_boot(Noise& noise, const Design& design, double log_shift) {
  std::vector<double> runs(design.runs);
  for (double& iops : runs) iops = k_typical_iops * std::exp(log_shift + design.sd_within * noise.normal());
  return runs;
}

// Runs last equally long, so Σ ios/Σ time is their mean.
double iops_of_boot(const std::vector<double>& runs) {
  return std::accumulate(runs.begin(), runs.end(), 0.0) / static_cast<double>(runs.size());
}

}  // namespace

std::vector<CellCampaign> make_campaign(Noise& noise, const Design& design, const std::vector<double>& slowdowns) {
  std::vector<CellCampaign> cells(slowdowns.size());
  for (std::size_t block = 0; block < design.blocks; ++block) {
    const double luck_of_baseline = design.sd_between * noise.normal();
    const double luck_of_candidate =
        design.pairing == stats::Pairing::one_boot ? luck_of_baseline : design.sd_between * noise.normal();
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      cells[cell].baseline.push_back(make_boot(noise, design, luck_of_baseline));
      cells[cell].candidate.push_back(make_boot(noise, design, luck_of_candidate - slowdowns[cell]));
    }
  }
  return cells;
}

CellCampaign make_cell(Noise& noise, const Design& design, double slowdown) {
  return make_campaign(noise, design, {slowdown}).front();
}

std::vector<double> thetas_of(const CellCampaign& cell) {
  std::vector<double> baseline;
  std::vector<double> candidate;
  for (const auto& boot : cell.baseline) baseline.push_back(iops_of_boot(boot));
  for (const auto& boot : cell.candidate) candidate.push_back(iops_of_boot(boot));
  return stats::slowdowns(stats::BetterWhen::higher, baseline, candidate).value();
}

std::vector<double> pooled_logs(const std::vector<std::vector<double>>& boots) {
  std::vector<double> pooled;
  for (const auto& boot : boots) {
    const auto of_boot = stats::logs(boot).value();
    pooled.insert(pooled.end(), of_boot.begin(), of_boot.end());
  }
  return pooled;
}

}  // namespace ringside::simulate
