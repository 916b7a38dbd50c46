// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan.h"

#include "fio/job.h"

namespace ringside::engine {
namespace {

// A job that ends after a number of I/Os says nothing about its time.
constexpr Nanoseconds k_unknown_duration = std::chrono::seconds(5);

Nanoseconds duration_of(const Campaign& campaign, const Cell& cell, const Arm& arm) {
  const OptionMap options = fio::merged_options(campaign.fio, cell.options, arm.fio);
  return fio::expected_duration(options).value_or(k_unknown_duration);
}

}  // namespace

Nanoseconds estimate_of(const Campaign& campaign, const std::vector<PlannedBlock>& blocks, const StepCosts& costs) {
  const std::vector<Cell> cells = cells_of(campaign);
  // Once more with probes, first runs only.
  const auto probed = [&](const PlannedBlock& block, const Step& step) {
    return campaign.probes != ProbeTier::none && block.index == 1 && step.run == 1;
  };
  Nanoseconds total{0};
  for (const PlannedBlock& block : blocks) {
    const int passes = campaign.probes != ProbeTier::none && block.index == 1 ? 2 : 1;
    for (const PlannedBoot& boot : block.boots) {
      total += passes * costs.boot;
      total += (passes - 1) * static_cast<int>(boot.arms.size()) * costs.arm_change;
      for (const Turn& turn : turns_of(boot, block.steps)) {
        total += costs.arm_change;
        for (const Step& step : turn.steps) {
          const Nanoseconds one = costs.around_fio + duration_of(campaign, cells[step.cell], campaign.arms[turn.arm]);
          total += probed(block, step) ? 2 * one + costs.around_probes : one;
        }
      }
    }
  }
  return total;
}

Plan make_plan(const Campaign& campaign, const StepCosts& costs) {
  Plan plan;
  plan.cells = cells_of(campaign);
  plan.schedule = make_schedule(campaign);
  for (const PlannedBlock& block : plan.schedule.blocks) {
    plan.boots += block.boots.size();
    plan.measurements += block.steps.size() * campaign.arms.size();
  }
  plan.estimate = estimate_of(campaign, plan.schedule.blocks, costs);
  return plan;
}

}  // namespace ringside::engine
