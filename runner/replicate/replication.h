// SPDX-License-Identifier: GPL-3.0-or-later
// A stored campaign's published rows beside what it measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/published.h"
#include "core/result.h"
#include "replicate/judgement.h"
#include "store/store.h"

namespace ringside::replicate {

// One figure of the mechanism, before and after; unknown where nobody counted.
struct MechanismFigure {
  std::string name;   // "lock_rounds_per_io"
  std::string title;  // "lock rounds per I/O"
  std::optional<double> before;
  std::optional<double> after;
};

struct ReplicatedRow {
  PublishedRow published;
  std::string cell;  // its key; empty where not reproducible
  std::optional<MeasuredRatio> measured;
  Judgement judgement;
  std::vector<MechanismFigure> mechanism;  // only figures that one side has
};

struct Replication {
  std::string name;
  std::string question;
  Uuid campaign;
  std::string accelerator;
  int blocks = 0;  // planned
  std::vector<ReplicatedRow> rows;
  std::vector<std::string> notes;  // an unfinished campaign, failed treatment checks
};

// Nothing where the campaign's file has no published rows. Instructions and allocations are those of the latest
// campaign NAME.pathlen (`ringside pathlen`) whose arms have the same names. Fails as the store does, and as
// config::parse where the stored text cannot be read.
[[nodiscard]] Result<std::optional<Replication>> load_replication(const store::Store& store, CampaignRow campaign);

}  // namespace ringside::replicate
