// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/side.h"

namespace ringside::analysis {

std::optional<CheckOutcome> TreatmentSummary::overall() const {
  if (!has_checks()) return std::nullopt;
  if (failed > 0) return CheckOutcome::failed;
  return unknown > 0 ? CheckOutcome::unknown : CheckOutcome::passed;
}

}  // namespace ringside::analysis
