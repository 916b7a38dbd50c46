// SPDX-License-Identifier: GPL-3.0-or-later
// Quantiles of merged histograms. Percentiles of several runs are never averaged: their counts are summed first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/histogram.h"
#include "core/result.h"

namespace ringside::stats {

// Samples that must lie beyond a quantile before it is reported.
inline constexpr double k_samples_beyond_quantile = 100;

// N·(1 − p) ≥ 100. Ask it for every boot, with that boot's own count.
[[nodiscard]] bool quantile_is_supported(std::uint64_t samples, double p);

// All of one resolution. Fails (invalid_result) for none, or for different resolutions.
[[nodiscard]] Result<Histogram> merged(std::span<const Histogram> histograms);

// As fio prints it: the mid value of the first bin at which the running count reaches p·N.
// Fails (invalid_result) for an empty histogram, (usage) unless 0 < p < 1.
[[nodiscard]] Result<std::uint64_t> quantile_by_fio_rule(const Histogram& histogram, double p);
// The same bin, with the position inside it by linear interpolation: what ratios are made of.
[[nodiscard]] Result<double> quantile_interpolated(const Histogram& histogram, double p);

struct JackknifeQuantile {
  std::vector<double> leave_one_out;  // ln of the interpolated quantile without run i
  double standard_error = 0;          // of the log
};

// How far single runs carry the merged quantile. Fails for fewer than two histograms, or as above.
[[nodiscard]] Result<JackknifeQuantile> jackknife_log_quantile(std::span<const Histogram> runs, double p);

}  // namespace ringside::stats
