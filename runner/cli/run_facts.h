// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's outcome as the report wants it: report knows no engine.
#pragma once

#include <string>

#include "engine/run.h"
#include "report/run_summary.h"

namespace ringside::cli {

[[nodiscard]] inline report::RunFacts run_facts(const engine::RunOutcome& outcome, const std::string& database,
                                                const std::string& database_flag) {
  report::RunFacts facts;
  facts.campaign = outcome.uuid;
  facts.valid = outcome.valid;
  facts.invalid = outcome.invalid;
  facts.blocks_failed = outcome.blocks_failed;
  facts.boots = outcome.boots;
  facts.wall = outcome.wall;
  facts.inside_fio = outcome.inside_fio;
  facts.arm_changes = outcome.arm_changes;
  facts.arm_change_median = outcome.arm_change_median;
  facts.arm_change_longest = outcome.arm_change_longest;
  facts.database = database;
  facts.database_flag = database_flag;
  return facts;
}

}  // namespace ringside::cli
