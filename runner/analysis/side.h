// SPDX-License-Identifier: GPL-3.0-or-later
// One arm of one campaign, by itself: who it is, and what its blocks say of a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/metric.h"
#include "core/ids.h"
#include "core/measurement.h"
#include "stats/interval.h"
#include "stats/order_statistics.h"
#include "stats/summary.h"

namespace ringside::analysis {

// Who is compared.
struct ArmIdentity {
  Uuid campaign;
  std::string campaign_name;
  std::string arm;
  std::string sha256;
  std::string build_id;
  std::string accelerator;  // of the boots that count; several joined by " + "
  std::string kernel;       // release, likewise
  std::string host_name;
  std::string host_identity;
};

// A metric of one arm and cell, over its blocks.
struct Estimate {
  std::size_t blocks = 0;                        // with a valid value
  std::optional<double> value;                   // geometric mean over blocks, in the metric's unit
  std::optional<stats::Interval> interval;       // 95 %, from two blocks on
  std::optional<double> sd_log;                  // between blocks, from two on
  std::optional<stats::MedianEstimate> median;   // the companion
  std::size_t outliers = 0;                      // blocks with a modified |z| above 3.5, of the logs
  std::optional<double> value_without_outliers;  // only where there are some
  bool unsupported = false;                      // a quantile with fewer than 100 samples beyond it in some block
  std::uint64_t fewest_samples = 0;              // latency samples of the block that has fewest
  struct PerBlock {
    int block = 0;  // number
    double value = 0;
  };
  std::vector<PerBlock> per_block;  // rising by block; empty where unsupported
};

// Whether the treatment took effect, over the measurements of the attempts that count.
struct TreatmentSummary {
  std::size_t passed = 0;  // measurements by their worst check
  std::size_t failed = 0;
  std::size_t unknown = 0;
  std::vector<std::string> failures;  // "polled: 12 of 4000 completions", each once

  [[nodiscard]] bool has_checks() const { return passed + failed + unknown > 0; }
  // "passed" if all are, "failed" if one is, else "unknown"; nothing without checks.
  [[nodiscard]] std::optional<CheckOutcome> overall() const;
};

// A measurement that is not used, though its block's attempt counts.
struct Excluded {
  MeasurementId id;
  std::string arm;
  std::string cell;
  int block = 0;
  int attempt = 1;
  int run = 1;
  std::string reason;
};

}  // namespace ringside::analysis
