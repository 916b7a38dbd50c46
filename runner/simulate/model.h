// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns with a known truth: log-normal noise between boots and between the runs of one boot.
#pragma once

#include <cstddef>
#include <vector>

#include "simulate/noise.h"
#include "stats/variance.h"

namespace ringside::simulate {

struct Design {
  stats::Pairing pairing = stats::Pairing::boot_per_arm;
  std::size_t blocks = 10;
  std::size_t runs = 5;      // per boot, cell and arm
  double sd_between = 0.02;  // of the log of IOPS, between boots
  double sd_within = 0.02;   // of the log of IOPS, between runs of one boot
};

// IOPS[block][run] of the two arms of one cell.
struct CellCampaign {
  std::vector<std::vector<double>> baseline;
  std::vector<std::vector<double>> candidate;
};

// One cell per slowdown given (θ, positive: the candidate is slower). A boot has one luck, which all its cells share;
// with both arms in one boot they share it too.
[[nodiscard]] std::vector<CellCampaign> make_campaign(Noise& noise, const Design& design,
                                                      const std::vector<double>& slowdowns);
[[nodiscard]] CellCampaign make_cell(Noise& noise, const Design& design, double slowdown);

// What analysis does: a boot's IOPS over all its runs, then θ of each block.
[[nodiscard]] std::vector<double> thetas_of(const CellCampaign& cell);

// The logs of all runs of an arm as if they were independent, as pooled tests take them.
[[nodiscard]] std::vector<double> pooled_logs(const std::vector<std::vector<double>>& boots);

}  // namespace ringside::simulate
