// SPDX-License-Identifier: GPL-3.0-or-later
// Why a number is what it is: ratios of what probes counted, per arm and cell. Of one probed run, so they carry no
// interval; they are never compared by a test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measurement.h"
#include "core/mechanism.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::analysis {

struct MechanismMetric {
  std::string_view id;          // "notifies_per_io"
  std::string_view title;       // "notifications per I/O"
  std::optional<double> value;  // unknown where a count is missing, or where nothing happened to divide by
};

// Always all of them, in this order. Times are in nanoseconds.
[[nodiscard]] std::vector<MechanismMetric> mechanism_metrics(const Mechanism& mechanism);

// The probed run of one arm and cell.
struct CellMechanism {
  std::string arm;
  std::string cell;  // its key
  MeasurementStatus status = MeasurementStatus::valid;
  std::string reason;  // why it is invalid
  std::vector<TreatmentCheck> checks;
  std::vector<std::string> warnings;
  std::vector<MechanismMetric> metrics;
};

// By arm and cell in the campaign's order; the last attempt counts. Empty where the campaign had no mechanism pass.
// Fails as the store does.
[[nodiscard]] Result<std::vector<CellMechanism>> load_mechanism(const store::Store& store, CampaignRow campaign);

}  // namespace ringside::analysis
