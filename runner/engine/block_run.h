// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt at one block: its boots, its arms, its cells, each measurement stored as it comes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/cell.h"
#include "core/result.h"
#include "engine/event.h"
#include "engine/path_counting.h"
#include "engine/prepare.h"
#include "engine/progress.h"
#include "engine/schedule.h"
#include "engine/session.h"
#include "store/store.h"

namespace ringside::engine {

// What stays the same over all blocks of a campaign.
struct CampaignContext {
  const Campaign* campaign = nullptr;
  std::vector<Cell> cells;
  std::vector<PreparedBoot> boots;
  store::Store* store = nullptr;
  store::StoredPlan plan;
  const Observer* observer = nullptr;
  std::stop_token stop;
  std::optional<PathCounting> counting;         // instructions instead of time
  std::map<std::string, std::string> attached;  // see RunRequest

  [[nodiscard]] const PreparedBoot& boot_for(std::size_t arm) const;
};

// What changes from block to block.
struct CampaignTally {
  TimeSpent time;
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::set<std::size_t> untreatable;                   // arms whose treatment failed again in a repetition
  std::map<std::size_t, std::string> builds;           // arm to the build id of its driver as stored
  std::map<std::string, store::EnvironmentId> guests;  // facts as text to their record
};

// How an attempt ended.
struct BlockEnd {
  store::BlockStatus status = store::BlockStatus::complete;
  std::string reason;
  bool emulator_fault = false;  // TCG's int3: nobody's doing, so it is not counted against the driver
};

class BlockRun {
 public:
  BlockRun(const CampaignContext& context, CampaignTally& tally, Progress& progress, const PlannedBlock& block,
           int attempt);

  // `repeatable`: whether another attempt may follow; then a failed treatment ends this one at once.
  // An error is the store's, and ends the campaign.
  [[nodiscard]] Result<BlockEnd> run(bool repeatable);

 private:
  struct Boot;  // the open boot

  Result<BlockEnd> run_boot(const PlannedBoot& planned, bool repeatable);
  Result<BlockEnd> run_arms(const PlannedBoot& planned, Boot& boot, bool repeatable);
  Result<BlockEnd> run_turn(const Turn& turn, Boot& boot, const ArmSetup& setup, bool repeatable);
  Result<ArmSetup> set_up(const Arm& arm, Boot& boot) const;
  Result<CountedCell> run_cell(Boot& boot, const Arm& arm, const OptionMap& options);
  Result<BlockEnd> end_boot(Boot& boot, BlockEnd end);
  Result<void> record_guest(Boot& boot, const PreparedBoot& prepared);
  Result<void> record_driver(std::size_t arm, const ArmSetup& setup);
  Result<void> store_measurement(Measurement& measurement, std::size_t arm, const Step& step, const Boot& boot);
  Result<void> store_path(const Measurement& measurement, const PathProfile& profile);
  void tell(const Event& event) const { (*m_context.observer)(event); }

  const CampaignContext& m_context;
  CampaignTally& m_tally;
  Progress& m_progress;
  const PlannedBlock& m_block;
  int m_attempt;
  BlockId m_id;
  std::vector<Nanoseconds> m_measured;  // expected fio times of what this attempt measured
};

}  // namespace ringside::engine
