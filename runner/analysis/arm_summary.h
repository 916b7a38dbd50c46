// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign by itself, arm by arm and cell by cell: what `ringside show` prints.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/side.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

struct MetricSummary {
  Metric metric;
  Estimate estimate;
};

struct CellSummary {
  std::string key;
  OptionMap options;
  std::vector<MetricSummary> metrics;
  TreatmentSummary treatment;
  std::size_t valid = 0;    // measurements of the attempts that count
  std::size_t invalid = 0;  // likewise
  std::vector<Excluded> excluded;
};

struct ArmSummary {
  ArmIdentity identity;
  std::map<std::string, std::string> facts;  // as loaded, see store::ArmRecord
  std::vector<CellSummary> cells;            // in the matrix's order
};

struct BlockCounts {
  int planned = 0;
  int complete = 0;            // block numbers with a complete attempt
  int failed = 0;              // block numbers whose every ended attempt failed
  int attempts = 0;            // all attempts
  std::size_t probed = 0;      // measurements of the mechanism pass, never used for time
  std::size_t superseded = 0;  // measurements of attempts that do not count
};

struct CampaignDetail {
  store::CampaignRecord campaign;
  store::Environment host;
  BlockCounts blocks;
  std::vector<ArmSummary> arms;  // in the file's order
};

[[nodiscard]] Result<CampaignDetail> summarise_campaign(const store::Store& store, CampaignRow campaign);

}  // namespace ringside::analysis
