// SPDX-License-Identifier: GPL-3.0-or-later
// What gates and A/A campaigns leave behind besides their measurements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/units.h"
#include "core/verdict.h"

namespace ringside::store {

// One cell and metric of one candidate, as a gate decided it.
struct GateVerdictRecord {
  CampaignRow campaign;  // of the stage
  ArmId baseline;
  ArmId candidate;
  CellId cell;
  std::string metric;
  int stage = 1;  // 1, or 2: decided on fresh blocks
  Verdict verdict = Verdict::inconclusive;
  VerdictReason reason = VerdictReason::none;
  GateOutcome outcome = GateOutcome::warn;
  std::int64_t blocks = 0;
  Fraction margin;
  std::optional<double> theta;  // log-ratio, above zero is slower; as the bounds
  std::optional<double> lower;
  std::optional<double> upper;
  std::optional<double> p;
  std::optional<double> p_adjusted;
  bool operator==(const GateVerdictRecord&) const = default;
};

// What came of an A/A campaign, or of a positive control.
struct AaRecord {
  CampaignRow campaign;
  std::string metric;
  std::int64_t comparisons = 0;
  std::int64_t flagged = 0;  // of them
  double alpha = 0.05;
  std::optional<Fraction> injected;  // the slowdown that was wished for; nothing: none was
  WallTime recorded{};
  std::string accelerator;  // the campaign's; only when read
};

}  // namespace ringside::store
